import { type ChargeMethod, type EventData, type FxQuote } from '@repasse/contracts';
import {
  attemptsLimit,
  installmentsLimit,
  lostQuoteId,
  type AttemptTerms,
  type ChargeTerms,
} from '../domain/charge.terms';
import { remainderOf, type ExistingCharge } from '../domain/charge';
import { wholeBps } from '../domain/fees';
import { type Pricing } from '../domain/pricing';
import { type Share, type SharePart, type SplitRule } from '../domain/split';

type Created = EventData['repasse.charge.created.v1'];
type Priced = Pick<
  Created,
  'fees' | 'feeAmountMinor' | 'netAmountMinor' | 'sharedAmountMinor' | 'disputeReserveMinor' | 'shares'
>;

/** The opposite of chargeCreated. Where a payer is sent after paying is in no event. */
export const termsOf = (data: Created): ChargeTerms => ({
  chargeId: data.chargeId,
  userId: data.userId,
  kind: data.kind,
  grossAmountMinor: data.grossAmountMinor,
  currency: data.currency,
  description: data.description,
  externalReference: data.externalReference,
  webhookUrl: data.webhookUrl,
  redirectUrl: null,
  split: splitOf(data.shares),
  methods: data.allowedMethods === undefined ? null : data.allowedMethods.map((method) => method as ChargeMethod),
  installmentsMax: data.installmentsMax ?? installmentsLimit,
  attemptsMax: data.attemptsMax ?? attemptsLimit,
  clientMode: data.clientMode ?? null,
  expiresAt: data.expiresAt,
});

/** The opposite of `priced`. The bounds of a fee's rule are in no event; what limited it is. */
export const pricingOf = ({
  fees,
  feeAmountMinor,
  netAmountMinor,
  sharedAmountMinor,
  disputeReserveMinor,
  shares,
}: Priced): Pricing => ({
  fees: fees.map(({ code, method, percentBps, fixedMinor, limitedBy = null, amountMinor }) => ({
    ...{ code, percentBps, fixedMinor, limitedBy, amountMinor, minMinor: null, maxMinor: null },
    method: method as Pricing['fees'][number]['method'],
  })),
  ...{ feeAmountMinor, netAmountMinor, sharedAmountMinor, disputeReserveMinor },
  shares: shares.map(({ userId, amountMinor, isOwner, reducedByMinor, parts = [] }): Share => ({
    ...{ userId, amountMinor, isOwner, reducedByMinor },
    parts: parts.map(partOf),
  })),
});

type PublicPart = NonNullable<Created['shares'][number]['parts']>[number];

const partOf = (part: PublicPart): SharePart => {
  const { kind, amountMinor, askedMinor = amountMinor, isUnresolved = false, heldFor } = part;
  const held = heldFor && { heldFor };
  if (kind === 'REMAINDER') return { kind, amountMinor };
  if (kind === 'FIXED') return { kind, askedMinor, amountMinor, isUnresolved, ...held };
  const { percentBps = 0, baseMinor = 0, roundingTenThousandths = 0 } = part;
  return { kind, percentBps, baseMinor, askedMinor, roundingTenThousandths, amountMinor, isUnresolved, ...held };
};

/** The rules that gave the shares. Of rules of one kind for different users the order is that of the shares. */
const splitOf = (shares: Created['shares']): readonly SplitRule[] => {
  const others = shares.filter(({ isOwner }) => !isOwner);
  const owners = shares.filter(({ isOwner }) => isOwner);
  return [...others, ...owners].flatMap(({ userId, parts = [] }) =>
    parts.flatMap((part): readonly SplitRule[] => {
      const recipient = {
        userId: part.isUnresolved === true ? null : userId,
        ...(part.heldFor && { heldFor: part.heldFor }),
      };
      if (part.kind === 'FIXED') return [{ kind: 'FIXED', ...recipient, amountMinor: part.askedMinor ?? 0 }];
      if (part.kind === 'PERCENT') return [{ kind: 'PERCENT', ...recipient, percentBps: part.percentBps ?? 0 }];
      return [];
    }),
  );
};

export interface OfAttempt {
  readonly attemptId: string;
  readonly paymentId: string;
  readonly paymentMethod: ChargeMethod;
}

/** The facts about its attempt that an event has beside the ids. */
export interface AttemptFacts {
  readonly grossAmountMinor?: number;
  readonly installments?: number;
  readonly expiresAt?: string;
  readonly fx?: EventData['repasse.attempt.offered.v1']['fx'];
  readonly pricing?: Pricing;
}

/** Prices the whole charge by the fee of a method. */
export type PriceBy = (charge: ExistingCharge, method: ChargeMethod, installments: number) => Pricing;

/** The terms of an attempt whose request, a private event, is lost. */
export const attemptTermsOf = (
  state: ExistingCharge,
  { attemptId, paymentId, paymentMethod }: OfAttempt,
  facts: AttemptFacts,
  priceBy: PriceBy,
): AttemptTerms => {
  const { installments = 1, grossAmountMinor = remainderOf(state), expiresAt = state.terms.expiresAt } = facts;
  const isPricedByMethod = state.pricing.fees.some(({ method }) => method === paymentMethod) && installments === 1;
  return {
    ...{ attemptId, paymentId, paymentMethod, grossAmountMinor, installments, expiresAt },
    fx: facts.fx === undefined ? null : fxOf(facts.fx, grossAmountMinor, expiresAt),
    redirectUrl: null,
    pricing: facts.pricing ?? (isPricedByMethod ? state.pricing : priceBy(state, paymentMethod, installments)),
  };
};

/** The quote's own number is lost. It has been used: the payment at the gateway has the frozen price. */
const fxOf = (fx: NonNullable<AttemptFacts['fx']>, sourceAmountMinor: number, expiresAt: string): FxQuote => {
  const { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt } = fx;
  return {
    quoteId: lostQuoteId,
    sourceCurrency: 'BRL',
    ...{ targetCurrency, sourceAmountMinor, finalAmountMinor, rate, spreadBps, source, quotedAt, expiresAt },
    rateWithSpread: lessSpread(rate, spreadBps),
  };
};

/** Digit by digit, as the gateway computes it: a product of decimals has the decimals of both. */
const lessSpread = (rate: string, spreadBps: number): string => {
  const [whole = '0', decimals = ''] = rate.split('.');
  const digits = String(BigInt(whole + decimals) * BigInt(wholeBps - spreadBps)).padStart(decimals.length + 5, '0');
  const point = digits.length - decimals.length - 4;
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '');
};
