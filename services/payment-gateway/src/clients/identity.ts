import { type HttpClient, HttpFault } from '@repasse/chassis/http/client';
import { type Receiver } from '../payouts/domain/receiver';
import { lenient, object, optional, pattern, reader, type Schema, text, Unreadable } from '../providers/wire/schema';

export type DestinationAnswer =
  | { readonly outcome: 'found'; readonly receiver: Receiver }
  /** There is none, or nothing may go there any more. */
  | { readonly outcome: 'gone'; readonly detail: string }
  | { readonly outcome: 'unavailable'; readonly detail: string };

/** The destinations of payouts, which identity keeps. */
export interface Destinations {
  /** Safe to repeat. */
  find(destinationId: string, userId: number): Promise<DestinationAnswer>;
}

/** One row is read over there; nobody waits beside. */
export const identityTimeoutMs = 3_000;

export const createDestinations = (http: HttpClient): Destinations => ({
  find: async (destinationId, userId) => {
    try {
      const path = `/internal/destinations/${encodeURIComponent(destinationId)}`;
      const { status, body } = await http.call({
        method: 'GET',
        path,
        route: '/internal/destinations/{destinationId}',
      });
      if (status === 404) return { outcome: 'gone', detail: 'There is no such destination.' };
      return status === 200
        ? receiverIn(body, userId)
        : { outcome: 'unavailable', detail: `Identity answered ${status}.` };
    } catch (fault) {
      if (fault instanceof HttpFault) return { outcome: 'unavailable', detail: fault.message };
      if (fault instanceof Unreadable) return { outcome: 'unavailable', detail: 'The destination cannot be read.' };
      throw fault;
    }
  },
});

const flag: Schema<boolean> = { json: { type: 'boolean' } };
const userNumber: Schema<number> = { json: { type: 'integer' } };
const accountType = pattern(/^(CHECKING|SAVINGS|PAYMENT)$/) as Schema<'CHECKING' | 'SAVINGS' | 'PAYMENT'>;

const readDestination = reader(
  'destination',
  object({
    userId: userNumber,
    isRemoved: flag,
    verification: lenient(text),
    pixKey: optional(object({ type: text, key: text })),
    bankAccount: optional(object({ ispb: text, branch: text, account: text, accountType })),
    holder: object({ name: text, document: text }),
    // Absent from an identity that knows no holder but the recipient.
    isHolderAllowed: optional(flag),
  }),
);

const receiverIn = (body: unknown, owner: number): DestinationAnswer => {
  const { userId, isRemoved, pixKey = null, bankAccount = null, holder, ...standing } = readDestination(body);
  if (userId !== owner) return { outcome: 'gone', detail: 'The destination is of another user.' };
  if (isRemoved) return { outcome: 'gone', detail: 'The destination was removed.' };
  if (standing.verification === 'SUSPENDED') return { outcome: 'gone', detail: 'The recipient is suspended.' };
  if (standing.isHolderAllowed === false)
    return { outcome: 'gone', detail: 'The merchant’s terms allow no other holder.' };
  if (pixKey === null && bankAccount === null) return { outcome: 'gone', detail: 'No PIX can be sent there.' };
  return { outcome: 'found', receiver: { pixKey, bankAccount, holder } };
};
