/** The facts that never change in a payout's life. */
export interface PayoutFacts {
  /** The withdrawal that is paid out. There is one payout for each, so it names both. */
  readonly withdrawalId: string;
  readonly invoiceId: number;
  readonly userId: number;
  /** In BRL: the amount that has left the user's balance. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly provider: string;
}

/** Where the coins go, and in which coin. */
export interface PayoutDestination {
  /** In capitals: BTC, USDTBSC. */
  readonly payCurrency: string;
  readonly payAddress: string;
  /** The memo of the address on networks that share addresses; null elsewhere. */
  readonly memo: string | null;
}

export interface PayoutTerms extends PayoutDestination {
  readonly externalReference: string | null;
}

/** How an amount of coins came about. */
export interface PayoutQuote {
  readonly priceCurrency: string;
  readonly priceAmountMinor: number;
  /** BRL for one unit of `priceCurrency`, and the same with the spread on it: decimals, never floats. */
  readonly rate: string;
  readonly spreadBps: number;
  readonly rateWithSpread: string;
  readonly source: string;
  readonly quotedAt: string;
}

/**
 * The coins to send, frozen: a repeat sends exactly the same, at any later rate. The quote is absent where the payout was
 * rebuilt from its public events, which do not tell it.
 */
export interface PayoutPrice extends Partial<PayoutQuote> {
  /** In the coin, as decimal text. */
  readonly payAmount: string;
}

/** The provider's references of the payout. Only a payout named here is ever released. */
export interface PayoutReference {
  /** The batch it was prepared in, by which it is released. */
  readonly batchReference: string;
  readonly providerReference: string;
}

interface Known {
  readonly facts: PayoutFacts;
  readonly terms: PayoutTerms;
}

type Priced = Known & { readonly price: PayoutPrice };
/** A payout that the provider has prepared. */
export type PreparedPayout = Priced & { readonly reference: PayoutReference };

export type PayoutState =
  | { readonly status: 'absent' }
  | ({ readonly status: 'requested' } & Known)
  | ({ readonly status: 'priced' } & Priced)
  /** The provider has it and holds it back until it is let go. */
  | ({ readonly status: 'prepared' } & PreparedPayout)
  /** The provider is sending it. */
  | ({ readonly status: 'processing' } & PreparedPayout)
  | ({ readonly status: 'paid' } & PreparedPayout)
  /** `prepared` is null when it never came to a payout over there. */
  | ({ readonly status: 'failed'; readonly failure: string; readonly prepared: PreparedPayout | null } & Known);

export type KnownPayout = Exclude<PayoutState, { status: 'absent' }>;

/** The provider's payout, if one was prepared. */
export const preparedIn = (state: PayoutState): PreparedPayout | null => {
  if (state.status === 'failed') return state.prepared;
  if (!('reference' in state)) return null;
  const { facts, terms, price, reference } = state;
  return { facts, terms, price, reference };
};

export const providerReferenceIn = (state: PayoutState): string | null =>
  preparedIn(state)?.reference.providerReference ?? null;
