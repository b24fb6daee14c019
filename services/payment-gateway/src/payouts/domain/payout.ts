import { type Rail, railOf, rails } from './rails';

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
  /** Absent of payouts from before there were rails. */
  readonly rail?: Rail | undefined;
  /** Where it goes, by identity's name; absent where the terms themselves say it. */
  readonly destinationId?: string | undefined;
  /** In BRL: what is paid out, less than the amount where a fee is part of it; absent where it is the whole amount. */
  readonly payoutMinor?: number | undefined;
}

/** Each is absent where the withdrawal does not say it. */
export const railFacts = ({
  rail,
  destinationId,
  payoutMinor,
}: Pick<PayoutFacts, 'rail' | 'destinationId' | 'payoutMinor'>) => ({
  ...(rail === undefined ? {} : { rail }),
  ...(destinationId === undefined ? {} : { destinationId }),
  ...(payoutMinor === undefined ? {} : { payoutMinor }),
});

/** What is paid out, in minor units of BRL. */
export const sentMinorOf = ({ payoutMinor, amountMinor }: PayoutFacts): number => payoutMinor ?? amountMinor;

/** Where the money goes, as the withdrawal says it. */
export interface PayoutDestination {
  /** In capitals: BTC, USDTBSC, and BRL where it is paid in reais. */
  readonly payCurrency: string;
  /** The address of coins; otherwise a masked name of the destination. */
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
 * What is sent, frozen: a repeat sends exactly the same, at any later rate. The quote is absent where the payout was
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
/** A payout that the provider has prepared, or that has a name there. */
export type PreparedPayout = Priced & { readonly reference: PayoutReference; readonly preparedAt: string };

/** Money that came back from the receiver's bank. */
export interface ReturnedPart {
  /** The transfer that brought it, in the provider's own words. */
  readonly reference: string;
  readonly amountMinor: number;
}

/** One such transfer, as the provider tells of it. */
export interface PayoutReturn {
  readonly returnedMinor: number;
  readonly returnReference: string;
  /** A code of the banks; null when there is none. */
  readonly returnReason: string | null;
  readonly returnedAt: string;
}

type Paid = PreparedPayout & { readonly settledAt: string; readonly returned: readonly ReturnedPart[] };

export type PayoutState =
  | { readonly status: 'absent' }
  | ({ readonly status: 'requested' } & Known)
  | ({ readonly status: 'priced' } & Priced)
  /** The provider has it and holds it back until it is let go. */
  | ({ readonly status: 'prepared' } & PreparedPayout)
  /** The provider is sending it. */
  | ({ readonly status: 'processing' } & PreparedPayout)
  /** Some of it may have come back since. */
  | ({ readonly status: 'paid' } & Paid)
  /** All of it came back. */
  | ({ readonly status: 'returned' } & Paid)
  /** `prepared` is null when it never came to a payout over there. */
  | ({ readonly status: 'failed'; readonly failure: string; readonly prepared: PreparedPayout | null } & Known);

export type KnownPayout = Exclude<PayoutState, { status: 'absent' }>;

/** The provider's payout, if one was prepared. */
export const preparedIn = (state: PayoutState): PreparedPayout | null => {
  if (state.status === 'failed') return state.prepared;
  if (!('reference' in state)) return null;
  const { facts, terms, price, reference, preparedAt } = state;
  return { facts, terms, price, reference, preparedAt };
};

export const providerReferenceIn = (state: PayoutState): string | null =>
  preparedIn(state)?.reference.providerReference ?? null;

export const returnedMinorOf = (returned: readonly ReturnedPart[]): number =>
  returned.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** Whether money of a paid payout may still come back. */
export const mayComeBack = ({ facts }: Pick<PreparedPayout, 'facts'>): boolean => rails[railOf(facts)].mayComeBack;
