import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type KnownPayment, offerIn, type PaymentState } from '../domain/payment';
import { type RequestPayment } from '../domain/payment.decide';
import { type Payer } from '../providers/provider';
import { type OfferDeps, offerPayment, type Offering } from '../workflow/offer-payment';
import { paymentBody } from './payment-body';
import { closedProblem, notMadeProblem, rejectionProblem, unansweredProblem } from './payment-problems';

/** The body as the OpenAPI description guarantees it. */
export interface RequestPaymentBody {
  readonly paymentId: string;
  readonly userId: number;
  readonly chargeId: string | null;
  readonly attemptId: string | null;
  readonly paymentMethod: 'PIX';
  readonly amountMinor: number;
  readonly currency: string;
  readonly description?: string | null;
  readonly externalReference?: string | null;
  readonly expiresAt: string;
  readonly payer?: Partial<Payer> | null;
  readonly gatewayOptions?: Readonly<Record<string, unknown>> | null;
}

/**
 * POST /internal/payments: opens a payment and asks its provider. The caller's paymentId makes it repeatable: the same
 * answer comes again, and a request that was cut off is finished.
 */
export const requestPayment = (o: OfferDeps): Operation<RequestPaymentBody> => ({
  check: ({ body }, faulty) => (faulty.size > 0 ? [] : currencyFaults(body)),
  handle: async ({ body }) => {
    const payer = payerOf(body);
    const command = await commandOf(o, body);
    const decided = await o.payments.request(command, payer);
    if (isRejection(decided)) return rejectionProblem(decided);

    const isRepeat = decided.events.length === 0;
    return answerOf(body.paymentId, await offerPayment(o, decided.state, { isRepeat, payer }));
  },
});

const commandOf = async (o: OfferDeps, body: RequestPaymentBody): Promise<RequestPayment> => {
  const { paymentId, userId, chargeId, attemptId, paymentMethod, amountMinor, currency } = body;
  const provider = o.providers.forMethod(paymentMethod).name;
  const invoiceId = await o.payments.nextInvoiceId();
  const facts = { paymentId, invoiceId, userId, chargeId, attemptId, paymentMethod, amountMinor, currency, provider };
  const terms = {
    externalReference: body.externalReference ?? null,
    description: body.description ?? null,
    ...pixOptionsOf(body.gatewayOptions),
    expiresAt: toIso(new Date(body.expiresAt)),
  };
  return { type: 'RequestPayment', data: { facts, terms, now: toIso(o.clock.now()) } };
};

const answerOf = (paymentId: string, { state, unanswered }: Offering): ApiResponse => {
  const payment = knownOf(paymentId, state);
  if (offerIn(payment) !== null && payment.status !== 'failed') return { status: 200, body: paymentBody(payment) };
  if (payment.status === 'failed') return notMadeProblem(payment);
  return unanswered === undefined ? closedProblem(payment) : unansweredProblem(payment, unanswered);
};

const knownOf = (paymentId: string, state: PaymentState): KnownPayment => {
  if (state.status === 'absent') throw new Error(`Payment ${paymentId} vanished while its provider was asked.`);
  return state;
};

const currencyFaults = ({ currency }: RequestPaymentBody): readonly Fault[] =>
  currency === 'BRL' ? [] : [{ field: 'currency', message: 'PIX payments are in BRL.' }];

const payerOf = ({ payer }: RequestPaymentBody): Payer | null =>
  payer === undefined || payer === null
    ? null
    : { name: payer.name ?? null, email: payer.email ?? null, document: payer.document ?? null };

/** `pix.payerMessage` and `pix.additionalInfo`; what else merchants put there is theirs, and what is odd is left out. */
const pixOptionsOf = (
  options: RequestPaymentBody['gatewayOptions'],
): { payerMessage: string | null; additionalInfo: { name: string; value: string }[] } => {
  const pix = asRecord(options?.['pix']);
  const info = Array.isArray(pix['additionalInfo']) ? pix['additionalInfo'].map(asRecord) : [];
  return {
    payerMessage: typeof pix['payerMessage'] === 'string' ? pix['payerMessage'] : null,
    additionalInfo: info.flatMap(({ name, value }) =>
      typeof name === 'string' && typeof value === 'string' ? [{ name, value }] : [],
    ),
  };
};

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
