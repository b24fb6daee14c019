import { type Rail } from './rails';

/** This much of a user's balance, by this way, to this place. It never changes. */
export interface WithdrawalTerms {
  readonly withdrawalId: string;
  readonly userId: number;
  /** What leaves the balance of the user. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly rail: Rail;
  /** Null where an address for coins was named. */
  readonly destinationId: string | null;
  readonly payCurrency: string;
  /** An address for coins, or the masked name of a destination in reais. */
  readonly payAddress: string;
  readonly memo: string | null;
  readonly externalReference: string | null;
  /** What arrives: the amount, less a fee that the user carries. */
  readonly payoutMinor: number;
  readonly feeMinor: number;
  /** The user, or the manager, who pays it beside the amount. Null without a fee. */
  readonly feeUserId: number | null;
  /** The merchant that looks after the user. */
  readonly managerUserId: number | null;
  readonly batchId: string | null;
  /** The API key that asked; null of a schedule. */
  readonly requestedBy: string | null;
}

/** The terms that a repeat must have in common with the first request. Policies may have changed the others since. */
const askedNames = [
  ...(['withdrawalId', 'userId', 'currency', 'destinationId', 'payCurrency', 'payAddress'] as const),
  ...(['memo', 'externalReference'] as const),
];

/** `isUpTo`: the amount depends on what was there, and is no part of the request. */
export const isSameRequest = (one: WithdrawalTerms, other: WithdrawalTerms, isUpTo: boolean): boolean =>
  askedNames.every((name) => one[name] === other[name]) && (isUpTo || one.amountMinor === other.amountMinor);
