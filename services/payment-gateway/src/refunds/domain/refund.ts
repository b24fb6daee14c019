import { type PayoutDestination } from '../../payouts/domain/payout';

/** MERCHANT: requested by the merchant. SURPLUS: money that a charge could not use goes back by itself. */
export type RefundPurpose = 'MERCHANT' | 'SURPLUS';

/** The part of one user in a refund. */
export interface RefundShare {
  readonly userId: number;
  readonly amountMinor: number;
}

/** Coins do not go back the way they came: where to, and how many. */
export interface RefundedCoins extends PayoutDestination {
  /** Decimal text; the parts of a full refund add up to the paid coins. */
  readonly payAmount: string;
}

/** The refund that was asked for, where it takes back several receipts and this is the part of one of them. */
export interface WholeRefund {
  readonly refundId: string;
  readonly amountMinor: number;
}

/**
 * The facts that never change in a refund's life. It takes back one receipt, in whole or in part, because a provider
 * gives back one receipt at a time; `whole` joins the parts of one request (requested-refund.ts).
 */
export interface RefundFacts {
  /** Made by the caller, so that a repeat is the same refund; of a further part, made from it. */
  readonly refundId: string;
  /** Absent where the refund takes back one receipt only. */
  readonly whole?: WholeRefund | undefined;
  /** The provider's reference of the receipt that is taken back. */
  readonly receiptReference: string;
  readonly amountMinor: number;
  /** The payer's amount in the currency they paid in; null when that is BRL. */
  readonly targetAmountMinor: number | null;
  readonly purpose: RefundPurpose;
  readonly reason: string | null;
  /** The person or API key that asked for it; absent where nobody did, and of refunds from before it was kept. */
  readonly requestedBy?: string | undefined;
  /** Null takes it back in proportion to the shares. */
  readonly splitRefund: readonly RefundShare[] | null;
  /** Absent for other methods. Sent to the provider only. */
  readonly coins?: RefundedCoins | undefined;
}

type RequestedRefund = RefundFacts & { readonly requestedAt: string };

export type RefundStanding =
  | { readonly status: 'pending'; readonly providerReference: string | null }
  | { readonly status: 'succeeded'; readonly providerReference: string; readonly settledAt: string }
  | { readonly status: 'failed'; readonly failure: string; readonly failedAt: string };

export type Refund = RequestedRefund & RefundStanding;
