/** A payer's bank that asks for the money back against the merchant's will. */
export interface DisputeFacts {
  readonly disputeId: string;
  /** The dispute in the provider's own words. */
  readonly providerReference: string;
  readonly amountMinor: number;
}

export type Dispute = DisputeFacts & { readonly status: 'open' | 'won' | 'lost' };
