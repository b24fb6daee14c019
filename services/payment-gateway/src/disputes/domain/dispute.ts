/** A payer's bank that asks for the money back against the merchant's will. */
export interface DisputeFacts {
  readonly disputeId: string;
  /** The dispute in the provider's own words. */
  readonly providerReference: string;
  readonly amountMinor: number;
}

export type Dispute = DisputeFacts & { readonly status: 'open' | 'won' | 'lost' };

/** The standing of a dispute as its provider tells it. */
export interface DisputeStanding {
  readonly providerReference: string;
  readonly status: Dispute['status'];
  /** In BRL. */
  readonly amountMinor: number;
  readonly reason: string | null;
  /** When it got this standing, by the provider. */
  readonly at: string;
}
