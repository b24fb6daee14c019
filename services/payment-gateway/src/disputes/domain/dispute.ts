/** A payer's bank that asks for the money back against the merchant's will. */
export interface DisputeFacts {
  readonly disputeId: string;
  /** The dispute in the provider's own words. */
  readonly providerReference: string;
  readonly amountMinor: number;
  /** The receipt that is disputed. Absent where the provider does not tell. */
  readonly receiptReference?: string | undefined;
  /** Until when an answer is of use. Absent where the provider sets no time, and of a dispute that came decided. */
  readonly respondBy?: string | undefined;
}

export type Dispute = DisputeFacts & {
  readonly status: 'open' | 'won' | 'lost';
  /** Oldest first. */
  readonly evidence: readonly Evidence[];
  readonly answer: { readonly decision: DisputeDecision; readonly answeredAt: string } | null;
};

/** A file or a text that speaks for the sale. Its bytes are in a table of their own, because they may show the payer. */
export interface Evidence {
  readonly evidenceId: string;
  readonly sha256: string;
}

export type DisputeDecision = 'CONTEST' | 'ACCEPT';

/** The standing of a dispute as its provider tells it. */
export interface DisputeStanding {
  readonly providerReference: string;
  readonly status: Dispute['status'];
  /** In BRL. */
  readonly amountMinor: number;
  /** The disputed receipt; absent where the provider tells of the payment only. */
  readonly receiptReference?: string | undefined;
  readonly reason: string | null;
  /** Until when the provider takes an answer, where that is known. */
  readonly respondBy?: string | undefined;
  /** When it got this standing, by the provider. */
  readonly at: string;
}
