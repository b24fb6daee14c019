import { type ProblemDetails } from '../http/problem';
import { type Principal } from './principal';

/** For how long a second factor that was proven lets a person do what moves money or rights: ASVS 5.0, 7.5.3. */
const stepUpMsMax = 5 * 60_000;

export const isProven = ({ provenAt }: Pick<Principal, 'provenAt'>, now: Date): boolean =>
  provenAt !== undefined && now.getTime() - Date.parse(provenAt) <= stepUpMsMax;

type Acting = Pick<Principal, 'personId' | 'portalLinkId' | 'provenAt'>;

/**
 * A stolen session alone moves neither money nor rights, and one behind a portal link can prove nothing. Programs are not
 * asked: their key is what they prove.
 */
export const needsProof = (acting: Acting, now: Date): boolean =>
  (acting.personId !== undefined || acting.portalLinkId !== undefined) && !isProven(acting, now);

export const stepUpRequired: ProblemDetails = {
  status: 403,
  code: 'auth.step_up_required',
  detail:
    'This needs a code of your second factor, or a passkey, that is not older than five minutes. Nothing was done.',
};
