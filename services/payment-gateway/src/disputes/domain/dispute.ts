/** A payer's bank that asks for the money back against the merchant's will. */
export interface DisputeFacts {
  readonly disputeId: string;
  /** The dispute in the provider's own words. */
  readonly providerReference: string;
  readonly amountMinor: number;
  /** The receipt that is disputed. Absent where the provider does not tell. */
  readonly receiptReference?: string | undefined;
}

export type Dispute = DisputeFacts & { readonly status: 'open' | 'won' | 'lost' };

/** The standing of a dispute as its provider tells it. */
export interface DisputeStanding {
  readonly providerReference: string;
  readonly status: Dispute['status'];
  /** In BRL. */
  readonly amountMinor: number;
  /** The disputed receipt; absent where the provider tells of the payment only. */
  readonly receiptReference?: string | undefined;
  readonly reason: string | null;
  /** When it got this standing, by the provider. */
  readonly at: string;
}
