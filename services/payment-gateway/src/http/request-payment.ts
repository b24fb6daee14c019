import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Fault, problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type KnownPayment, type PaymentState } from '../domain/payment';
import { type RequestPayment } from '../domain/payment-commands';
import { pixOptionsOf } from '../providers/pix/gateway-options';
import { type Payer, type Provider } from '../providers/provider';
import { type OfferDeps, offerPayment, type Offering } from '../workflow/offer-payment';
import { paymentBody } from './payment-body';
import { notMadeProblem, rejectionProblem, unansweredProblem } from './payment-problems';

type Body = components['schemas']['RequestPayment'];

/**
 * POST /internal/payments: opens a payment and asks its provider. The caller's paymentId makes it repeatable: the same
 * answer comes again, and a request that was cut off is finished.
 */
export const requestPayment = (o: OfferDeps): Operation<Body> => ({
  check: ({ body }, faulty) => (faulty.size > 0 ? [] : currencyFaults(body)),
  handle: async ({ body }) => {
    const provider = o.providers.forMethod(body.paymentMethod);
    if (provider === undefined) return methodProblem(body);

    const payer = payerOf(body);
    const decided = await o.payments.request(await commandOf(o, provider, body), payer);
    if (isRejection(decided)) return rejectionProblem(decided);

    const isRepeat = decided.events.length === 0;
    return answerOf(body.paymentId, await offerPayment(o, decided.state, { isRepeat, payer }));
  },
});

const commandOf = async (o: OfferDeps, provider: Provider, body: Body): Promise<RequestPayment> => {
  const { paymentId, userId, chargeId, attemptId, amountMinor, currency } = body;
  const { name, paymentMethod } = provider;
  const ids = { paymentId, invoiceId: await o.payments.nextInvoiceId(), userId, chargeId, attemptId };
  const terms = {
    externalReference: body.externalReference ?? null,
    description: body.description ?? null,
    ...pixOptionsOf(body.gatewayOptions),
    statementDescriptor: null,
    redirectUrl: body.redirectUrl ?? null,
    card: null,
    expiresAt: toIso(new Date(body.expiresAt)),
  };
  const facts = { ...ids, paymentMethod, amountMinor, currency, provider: name, fx: null, installments: null };
  return { type: 'RequestPayment', data: { facts, terms, now: toIso(o.clock.now()) } };
};

const answerOf = (paymentId: string, { state, unanswered }: Offering): ApiResponse => {
  const payment = knownOf(paymentId, state);
  if (payment.status === 'failed') return notMadeProblem(payment);
  const isWaiting = payment.status === 'requested' || payment.status === 'unknown';
  // Also one that was paid or expired before the provider gave its code is what the caller asked about.
  return isWaiting && unanswered !== undefined
    ? unansweredProblem(payment, unanswered)
    : { status: 200, body: paymentBody(payment) };
};

const knownOf = (paymentId: string, state: PaymentState): KnownPayment => {
  if (state.status === 'absent') throw new Error(`Payment ${paymentId} vanished while its provider was asked.`);
  return state;
};

const methodProblem = ({ paymentMethod }: Body): ApiResponse =>
  problem({
    status: 501,
    code: 'payment.method_not_supported',
    detail: `No provider here takes payments by ${paymentMethod}.`,
  });

const currencyFaults = ({ currency, paymentMethod }: Body): readonly Fault[] =>
  paymentMethod !== 'PIX' || currency === 'BRL' ? [] : [{ field: 'currency', message: 'PIX payments are in BRL.' }];

const payerOf = ({ payer }: Body): Payer | null =>
  payer === undefined
    ? null
    : { name: payer.name ?? null, email: payer.email ?? null, document: payer.document ?? null };
