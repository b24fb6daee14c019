import { type components } from '@repasse/contracts/generated/http/charge';
import { type components as ofTimelines } from '@repasse/contracts/generated/http/invoice-query';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type ApiAddress } from '../api/api-address';
import { type SessionToken } from '../identity';
import { ask } from './ask';

type Attempt = components['schemas']['Attempt'];
type Timeline = ofTimelines['schemas']['Timeline'];

/** As the API shows it to whoever asks: of a charge of others it knows nothing, and then neither does the sandbox. */
export interface ChargesOfPerson {
  attempts(chargeId: string): Promise<readonly Attempt[]>;
  /** The payment by which it was paid; undefined while it is not. */
  paidBy(chargeId: string): Promise<string | undefined>;
}

export const chargesOf = (
  apiAddress: ApiAddress,
  { accessToken }: Pick<SessionToken, 'accessToken'>,
  requestId: string,
): ChargesOfPerson => {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'x-request-id': requestId };
  const read = <Body>(chargeId: string, part: string): Promise<Body> =>
    ask<Body>(`${apiAddress()}/charge/${chargeIdOf(chargeId)}/${part}`, { headers });
  return {
    attempts: (chargeId) => read(chargeId, 'attempts'),
    paidBy: async (chargeId) => {
      const { entries } = await read<Timeline>(chargeId, 'timeline');
      const paid = entries.find(({ type }) => type === 'repasse.charge.paid.v1');
      const paymentId = (paid?.details as { readonly paymentId?: unknown } | undefined)?.paymentId;
      return typeof paymentId === 'string' ? paymentId : undefined;
    },
  };
};

/** Whatever else stood in a path could lead to another operation. */
const chargeIdOf = (text: string): string => {
  if (/^ch_[0-9A-Z]{26}$/.test(text)) return text;
  throw new ProblemError({ status: 404, code: 'charge.not_found', detail: 'There is no charge with this id.' });
};
