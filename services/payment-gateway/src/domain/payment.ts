import { assertNever } from '@repasse/chassis/decider';

/** What stays the same through a payment's life; every event repeats it, so that each can be read alone. */
export interface PaymentFacts {
  readonly paymentId: string;
  readonly invoiceId: number;
  readonly userId: number;
  readonly chargeId: string | null;
  readonly attemptId: string | null;
  readonly paymentMethod: 'PIX';
  readonly amountMinor: number;
  readonly currency: string;
  readonly provider: string;
}

/** What the provider is to be told beside the amount. Kept here, so that a crash does not lose it; never published. */
export interface PaymentTerms {
  readonly externalReference: string | null;
  readonly description: string | null;
  readonly payerMessage: string | null;
  readonly additionalInfo: readonly { readonly name: string; readonly value: string }[];
  readonly expiresAt: string;
}

/** What the payer needs to pay. */
export interface Offer {
  /** The payment in the provider's own words: for PIX the txid. */
  readonly providerReference: string;
  /** The BR Code, as it is copied and pasted. */
  readonly emv: string;
}

/** Money that arrived, as the provider confirmed it. */
export interface Receipt {
  /** The receipt in the provider's own words: for PIX the endToEndId. */
  readonly providerReference: string;
  readonly amountMinor: number;
  readonly receivedAt: string;
}

export type FailureReason = 'PROVIDER_ERROR' | 'DECLINED';

type Known = { readonly facts: PaymentFacts; readonly terms: PaymentTerms };

export type PaymentState =
  | { readonly status: 'absent' }
  | ({ readonly status: 'requested' } & Known)
  | ({ readonly status: 'unknown' } & Known)
  | ({ readonly status: 'offered'; readonly offer: Offer } & Known)
  | ({ readonly status: 'received'; readonly offer: Offer | null; readonly receipts: readonly Receipt[] } & Known)
  | ({ readonly status: 'expired'; readonly offer: Offer | null } & Known)
  | ({ readonly status: 'failed'; readonly offer: Offer | null; readonly reason: FailureReason } & Known);

export type KnownPayment = Exclude<PaymentState, { status: 'absent' }>;
export type PaymentStatus = PaymentState['status'];

export type PaymentEvent =
  | { readonly type: 'PaymentRequested'; readonly data: PaymentFacts & PaymentTerms & { readonly requestedAt: string } }
  | {
      readonly type: 'PaymentOffered';
      readonly data: PaymentFacts & Offer & { readonly expiresAt: string; readonly offeredAt: string };
    }
  /** The provider's answer came after the money: kept for whoever asks for the BR Code, no news to anyone else. */
  | { readonly type: 'PaymentOfferedLate'; readonly data: PaymentFacts & Offer & { readonly offeredAt: string } }
  | {
      readonly type: 'PaymentReceived';
      readonly data: PaymentFacts & { receipt: Receipt; readonly recordedAt: string };
    }
  | { readonly type: 'PaymentExpired'; readonly data: PaymentFacts & { readonly expiredAt: string } }
  | {
      readonly type: 'PaymentFailed';
      readonly data: PaymentFacts & {
        readonly reason: FailureReason;
        readonly detail: string;
        readonly failedAt: string;
      };
    }
  | { readonly type: 'PaymentOutcomeUnknown'; readonly data: PaymentFacts & { readonly outcomeUnknownAt: string } };

export const evolve = (state: PaymentState, event: PaymentEvent): PaymentState => {
  switch (event.type) {
    case 'PaymentRequested':
      return { status: 'requested', facts: factsOf(event.data), terms: termsOf(event.data) };
    case 'PaymentOutcomeUnknown':
      return { status: 'unknown', ...known(state) };
    case 'PaymentOffered':
      return { status: 'offered', ...known(state), offer: offerOf(event.data) };
    case 'PaymentOfferedLate':
      return { status: 'received', ...known(state), offer: offerOf(event.data), receipts: receiptsOf(state) };
    case 'PaymentReceived':
      return { status: 'received', ...kept(state), receipts: [...receiptsOf(state), event.data.receipt] };
    case 'PaymentExpired':
      return { status: 'expired', ...kept(state) };
    case 'PaymentFailed':
      return { status: 'failed', ...kept(state), reason: event.data.reason };
    default:
      return assertNever(event);
  }
};

/** Every event but the first presumes a payment; a history that says otherwise is corrupt, so stop. */
const known = (state: PaymentState): Known => {
  if (state.status === 'absent') throw new Error('Corrupt history: the payment was never requested.');
  return { facts: state.facts, terms: state.terms };
};

const kept = (state: PaymentState): Known & { offer: Offer | null } => ({ ...known(state), offer: offerIn(state) });

/** What the payer was given, if anything yet. */
export const offerIn = (state: PaymentState): Offer | null => ('offer' in state ? state.offer : null);

export const receiptsOf = (state: PaymentState): readonly Receipt[] =>
  state.status === 'received' ? state.receipts : [];

// An event carries more than one of these; picking by name keeps the state from holding what it does not mean.
const factsOf = (data: PaymentFacts): PaymentFacts => ({
  paymentId: data.paymentId,
  invoiceId: data.invoiceId,
  userId: data.userId,
  chargeId: data.chargeId,
  attemptId: data.attemptId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  provider: data.provider,
});

const termsOf = (data: PaymentTerms): PaymentTerms => ({
  externalReference: data.externalReference,
  description: data.description,
  payerMessage: data.payerMessage,
  additionalInfo: data.additionalInfo,
  expiresAt: data.expiresAt,
});

const offerOf = (data: Offer): Offer => ({ providerReference: data.providerReference, emv: data.emv });
