import { type Principal } from '@repasse/chassis/auth/principal';
import { scopesOfEveryPerson } from '@repasse/contracts/roles';
import { managesPeople } from '../people/members/rules';
import { type View } from './table';

/** More than a person finds again in a menu; so the list needs no pages. */
export const ownViewsMax = 50;

/** Of all people of a user together, since each of them reads these beside their own. */
export const sharedViewsMax = 200;

type Kept = Pick<View, 'personId' | 'isShared'>;

/** Not where a sign-in by the company is needed first: filters may name a payer. */
export const seesAccount = ({ scopes }: Pick<Principal, 'scopes'>): boolean =>
  scopes.some((scope) => !scopesOfEveryPerson.includes(scope));

export const canSee = ({ personId, isShared }: Kept, callerId: string): boolean => isShared || personId === callerId;

/** Its maker, and of a shared one also an owner: nobody else could, once its maker is away. */
export const canDelete = ({ personId, isShared }: Kept, callerId: string, role: string | undefined): boolean =>
  personId === callerId || (isShared && role !== undefined && managesPeople(role));
