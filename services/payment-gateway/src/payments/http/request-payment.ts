import { isRejection } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type FxQuote } from '@repasse/contracts';
import { type Provider } from '../../providers/provider';
import { type FxQuotes } from '../../fx/store/fx-quotes';
import { methodRows } from '../domain/methods';
import { offerPayment } from '../workflow/offer-payment';
import { type PaymentDeps } from '../workflow/payment-deps';
import { gatewayTermsOf } from './gateway-options';
import { type PaymentBodyOf } from './payment-body';
import { methodNotSupported, offeringAnswer, quoteNotFound, rejectionProblem } from './payment-problems';
import { payerOf, requestOf } from './payment-request';

type Body = components['schemas']['RequestPayment'];

interface RequestPaymentDeps extends PaymentDeps {
  readonly quotes: Pick<FxQuotes, 'find'>;
  readonly paymentBody: PaymentBodyOf;
}

/**
 * POST /internal/payments: opens a payment and asks its provider. The caller's paymentId makes it repeatable: the same
 * answer comes again, and a request that was cut off is finished.
 */
export const requestPayment = (o: RequestPaymentDeps): Operation<Body> => ({
  check: ({ body }, faulty) => (faulty.size > 0 ? [] : [...methodFaults(body), ...currencyFaults(body)]),
  handle: async ({ body }) => {
    const provider = o.providers.forMethod(body.paymentMethod);
    if (provider === undefined) return methodNotSupported(body.paymentMethod);

    const quote = body.fxQuoteId === undefined ? null : await o.quotes.find(body.fxQuoteId);
    if (body.fxQuoteId !== undefined && quote === null) return quoteNotFound(body.fxQuoteId);
    const payer = payerOf(body.payer);
    const requested = await o.payments.request(await commandOf(o, provider, body, quote), { payer });
    if (isRejection(requested)) return rejectionProblem(requested);

    const { state, events, isChargeOpen } = requested;
    const asked = { isRepeat: events.length === 0, isChargeOpen, payer };
    const offering = await offerPayment(o, state, asked);
    return offeringAnswer(body.paymentId, offering, (payment) => ({ status: 200, body: o.paymentBody(payment) }));
  },
});

const commandOf = (o: PaymentDeps, { name: provider, paymentMethod }: Provider, body: Body, fx: FxQuote | null) => {
  const { paymentId, userId, chargeId, attemptId, amountMinor, currency, expiresAt } = body;
  const ids = { paymentId, userId, chargeId, attemptId };
  return requestOf(
    o,
    { ...ids, paymentMethod, amountMinor, currency, provider, fx, installments: null },
    {
      externalReference: body.externalReference ?? null,
      description: body.description ?? null,
      ...gatewayTermsOf(body.gatewayOptions),
      redirectUrl: body.redirectUrl ?? null,
      expiresAt,
    },
  );
};

const methodFaults = ({ paymentMethod, fxQuoteId }: Body): readonly Fault[] => {
  const { needsCard, isInCoins, needsQuote } = methodRows[paymentMethod];
  if (needsCard) return [{ field: 'paymentMethod', message: 'Cards go to POST /internal/card-payments.' }];
  if (isInCoins) {
    return [{ field: 'paymentMethod', message: 'Crypto needs a coin: its payments go to POST /payments/v2/crypto.' }];
  }
  if (needsQuote === (fxQuoteId !== undefined)) return [];
  const message = needsQuote ? 'International payments need a quote.' : 'Only international payments take one.';
  return [{ field: 'fxQuoteId', message }];
};

const currencyFaults = ({ currency, paymentMethod }: Body): readonly Fault[] =>
  currency === 'BRL' ? [] : [{ field: 'currency', message: `${paymentMethod} payments are in BRL.` }];
