import { type StatementEntry } from '../../domain/statement';
import { accountNames, type AccountName } from './entry-view';

/** Why an entry of a dispute touches this account; null of other entries, whose kind says it. */
export const entryReason = ({ kind, accountKind }: Pick<StatementEntry, 'kind' | 'accountKind'>): string | null =>
  kind === 'DISPUTE_HOLD' ? (reasons[accountNames[accountKind]] ?? null) : null;

/** In the order a dispute takes money in (`disputeOrder` in domain/take-back.ts). */
const reasons: Readonly<Partial<Record<AccountName, string>>> = {
  HELD: 'The payer disputes this charge. The amount waits here for the decision.',
  RESERVE: 'The payer disputes this charge. What was held back of it for that is taken first.',
  PENDING: 'The payer disputes this charge. Its own pending money is taken before available money.',
  AVAILABLE: 'The payer disputes this charge, and what was reserved and pending of it is not enough.',
  DEBT: 'The payer disputes this charge, and what the user has is not enough. The rest is owed.',
};
