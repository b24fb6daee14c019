import { type EventData, type EventOfType, type FxQuote, type PaymentMethod } from '@repasse/contracts';
import { type Decline, type DeclineCode } from '../domain/decline';
import { cardInstructions, type Instructions, methodRows } from '../domain/methods';
import {
  type Offer,
  offerIn,
  type PaymentFacts,
  type PaymentState,
  type PaymentTerms,
  unknownQuoteId,
} from '../domain/payment';
import { unknownBrCode } from './public-facts';

type Requested = EventData['repasse.payment.requested.v1'];
type Offered = EventData['repasse.payment.offered.v1'];

/** An order of events without its end can be paid for as long as the longest payment. */
const unknownExpiryMs = 24 * 60 * 60_000;
const unknownCard = { brand: 'Unknown', last4: '0000' };

/** The facts and terms of a payment, as far as its first public event tells them. */
export const requestOf = ({ data }: EventOfType<'repasse.payment.requested.v1'>) => ({
  facts: factsOf(data),
  terms: termsOf(data),
});

const factsOf = (data: Requested): PaymentFacts => ({
  paymentId: data.paymentId,
  invoiceId: data.invoiceId,
  userId: data.userId,
  chargeId: data.chargeId,
  attemptId: data.attemptId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  provider: data.provider,
  fx: data.fx === undefined ? null : quoteOf(data.fx, data.amountMinor),
  installments: data.installments ?? null,
});

const quoteOf = (fx: NonNullable<Requested['fx']>, sourceAmountMinor: number): FxQuote => {
  const { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt } = fx;
  const shown = { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt };
  // Used once, before the payment was requested.
  const used = { rateWithSpread: rate, expiresAt: quotedAt };
  return { quoteId: unknownQuoteId, sourceCurrency: 'BRL', sourceAmountMinor, ...shown, ...used };
};

const termsOf = ({
  paymentMethod,
  externalReference,
  payCurrency,
  expiresAt,
  requestedAt,
}: Requested): PaymentTerms => ({
  externalReference,
  description: null,
  payerMessage: null,
  additionalInfo: [],
  statementDescriptor: null,
  redirectUrl: null,
  card: methodRows[paymentMethod].needsCard ? unknownCard : null,
  ...(payCurrency === undefined ? {} : { payCurrency }),
  expiresAt: expiresAt ?? new Date(Date.parse(requestedAt) + unknownExpiryMs).toISOString(),
});

export const lostOfRequest = ({ paymentMethod, fx }: Requested): readonly string[] => [
  'the payer, the description and the messages of a payment',
  ...(methodRows[paymentMethod].needsCard
    ? ['the brand and the last digits of a card, which is shown as Unknown 0000']
    : []),
  ...(fx === undefined ? [] : ['the id of a quote']),
];

export const offerOf = (data: Offered): Offer => ({
  providerReference: data.providerReference,
  instructions: instructionsOf(data.paymentMethod, data),
});

export const lostOfOffer = ({ instructions }: Offer): readonly string[] =>
  instructions.method === 'INTERNATIONAL' ? ['the token of an international offer: its payer needs a new attempt'] : [];

/** The known offer; where it was never published, one of the same name without instructions. */
export const offerNamed = (
  providerReference: string | null,
  before: PaymentState,
  { paymentMethod }: Pick<Requested, 'paymentMethod'>,
): Offer => {
  const known = offerIn(before);
  if (known !== null && (providerReference === null || known.providerReference === providerReference)) return known;
  return { providerReference: providerReference ?? '', instructions: instructionsOf(paymentMethod, {}) };
};

const instructionsOf = (
  method: PaymentMethod,
  { brCode, crypto }: Pick<Offered, 'brCode' | 'crypto'>,
): Instructions => {
  switch (method) {
    case 'PIX':
      return { method, emv: brCode ?? unknownBrCode };
    case 'INTERNATIONAL':
      return { method, publicToken: '', mode: 'prod' };
    case 'CREDIT_CARD':
      return cardInstructions(unknownCard, 1);
    case 'CRYPTO':
      return { method, ...(crypto ?? unknownCoins) };
    default:
      return method satisfies never;
  }
};

const unknownCoins = { payAddress: '', payAmount: '0', payCurrency: '', network: null, memo: null, uri: '' };

/** Codes are added in time, and ours are among them. */
export const declineOf = (data: EventData['repasse.payment.failed.v1']): Decline | null =>
  data.declineCode === undefined
    ? null
    : { declineCode: data.declineCode as DeclineCode, isRetryable: data.isRetryable ?? false };
