import { type PaymentMethod } from '@repasse/contracts';
import { assertNever } from '@repasse/chassis/decider';
import { type StatementEntry } from '../../domain/statement';
import { type EntryDetails } from '../../store/read-entry-details';
import { methodTexts } from './entry-texts';

/** The other side of an entry, as a report names it, and in Portuguese. */
export interface Counterparty {
  readonly word: string;
  readonly pt: string;
}

/**
 * Whom the money came from or went to. Null between accounts of the same user. Payers have no names here: they are known to
 * charge alone.
 */
export const counterpartyOf = (
  { kind }: Pick<StatementEntry, 'kind'>,
  details: EntryDetails | undefined,
): Counterparty | null => {
  switch (kind) {
    case 'GROSS':
    case 'REFUND':
    case 'SURPLUS':
    case 'DISPUTE_LOSS':
      return payer(details?.paymentMethod ?? null);
    case 'FEE':
    case 'PAYOUT_FEE':
      return { word: 'Platform', pt: 'Plataforma' };
    case 'SHARE_GIVEN':
      return user(details?.recipientId ?? null);
    case 'SHARE_RECEIVED':
      return user(details?.ownerId ?? null);
    case 'WITHDRAWAL':
    case 'WITHDRAWAL_RETURN':
      return address(details?.payAddress ?? null);
    case 'RESERVE':
    case 'RELEASE':
    case 'DISPUTE_HOLD':
    case 'DISPUTE_RELEASE':
    case 'DEBT_REPAYMENT':
    case 'SHARE_HELD':
    case 'SHARE_RELEASE':
      return null;
    default:
      return assertNever(kind);
  }
};

const payer = (method: PaymentMethod | null): Counterparty =>
  method === null
    ? { word: 'Payer', pt: 'Pagador' }
    : { word: `Payer (${method})`, pt: `Pagador (${methodTexts[method]})` };

const user = (userId: number | null): Counterparty | null =>
  userId === null ? null : { word: `User ${userId}`, pt: `Usuário ${userId}` };

const address = (payAddress: string | null): Counterparty | null =>
  payAddress === null ? null : { word: payAddress, pt: payAddress };
