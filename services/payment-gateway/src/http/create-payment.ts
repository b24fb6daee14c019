import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type RequestPayment } from '../domain/payment-commands';
import { type CheckoutPlace } from '../store/checkouts';
import { type StandalonePayments } from '../store/standalone-payments';
import { type OfferDeps, offerPayment, type Offering } from '../workflow/offer-payment';
import { type CheckoutLink } from '../checkout/checkout-id';
import { userIdOf } from './caller';
import { createPaymentFaults } from './create-payment-faults';
import { amountMinorOf, clientOf, type CreatePaymentBody, given, standaloneOf } from './create-payment-request';
import { methodNotSupported, notMadeProblem, rejectionProblem, unansweredProblem } from './payment-problems';
import { knownOf } from './payment-request';
import { type PixReceiver, standaloneBody } from './standalone-body';

export interface CreatePaymentDeps extends OfferDeps {
  readonly standalone: StandalonePayments;
  readonly receiver: PixReceiver;
  readonly checkoutLink: CheckoutLink;
  readonly ids: Ids;
}

type Request = ApiRequest<CreatePaymentBody>;

/**
 * POST /payments: a PIX payment without a charge. Its id derives from the Idempotency-Key, so a request that was cut
 * off finds the payment it began.
 */
export const createPayment = (o: CreatePaymentDeps): Operation<CreatePaymentBody> => ({
  check: (request, faulty) => createPaymentFaults(request, faulty, o.clock.now()),
  handle: async (request) => {
    const provider = o.providers.forMethod('PIX');
    if (provider === undefined) return methodNotSupported('PIX');

    const payer = clientOf(request.body);
    const command = await commandOf(o, request, provider.name);
    const decided = await o.payments.request(command, { payer, checkout: checkoutOf(command) });
    if (isRejection(decided)) return rejectionProblem(decided);

    const isRepeat = decided.events.length === 0;
    const offering = await offerPayment(o, decided.state, { isRepeat, payer });
    return answerOf(o, command.data.facts.paymentId, offering);
  },
});

const commandOf = async (o: CreatePaymentDeps, request: Request, provider: string): Promise<RequestPayment> => {
  const { body } = request;
  const facts = {
    paymentId: `pay_${request.idempotency?.ulid ?? o.ids.ulid()}`,
    invoiceId: await o.payments.invoiceIds.next(),
    userId: userIdOf(request),
    chargeId: null,
    attemptId: null,
    paymentMethod: 'PIX' as const,
    amountMinor: amountMinorOf(request),
    currency: 'BRL',
    provider,
    fx: null,
    installments: null,
  };
  return { type: 'RequestPayment', data: { facts, terms: termsOf(body), now: toIso(o.clock.now()) } };
};

/** Opened by its id alone, so without a token. */
const checkoutOf = ({ data: { terms } }: RequestPayment): CheckoutPlace | undefined => {
  const checkoutId = terms.standalone?.checkoutId ?? null;
  return checkoutId === null ? undefined : { checkoutId, number: 1, tokenHash: null, installmentsMax: null };
};

const termsOf = (body: CreatePaymentBody): RequestPayment['data']['terms'] => ({
  externalReference: given(body.external_reference),
  description: given(body.description),
  payerMessage: null,
  additionalInfo: [],
  statementDescriptor: null,
  redirectUrl: given(body.redirect_url),
  card: null,
  standalone: standaloneOf(body),
  expiresAt: toIso(new Date(body.expire_at)),
});

const answerOf = async (
  { standalone, ...look }: CreatePaymentDeps,
  paymentId: string,
  { state, unanswered }: Offering,
): Promise<ApiResponse> => {
  const payment = knownOf(paymentId, state);
  if (payment.status === 'failed') return notMadeProblem(payment);
  const isWaiting = payment.status === 'requested' || payment.status === 'unknown';
  if (isWaiting && unanswered !== undefined) return unansweredProblem(payment, unanswered, howToGoOn);
  const kept = await standalone.find(payment.facts.invoiceId);
  if (kept === null) throw new Error(`Payment ${paymentId} has events and no row.`);
  const body = { status: 201, code: 'payment_created', response: standaloneBody(payment, kept, look) };
  return { status: 201, body };
};

const howToGoOn = 'Repeat the request with the same Idempotency-Key, or read the payment by its invoiceId.';
