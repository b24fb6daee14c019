import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type CheckoutLink, newCheckoutId } from '../checkout/checkout-id';
import { newCheckoutToken } from '../checkout/checkout-token';
import { type KnownPayment } from '../domain/payment';
import { type RequestPayment } from '../domain/payment-commands';
import { type CardProvider } from '../providers/provider';
import { type ProviderRegistry } from '../providers/registry';
import { type Checkouts } from '../store/checkouts';
import { userIdOf } from './caller';
import { cardInvoiceBody } from './card-payment-body';
import { createCardPaymentFaults, type CreateCardPaymentBody } from './create-card-payment-faults';
import { amountMinorOf, clientOf, given } from './create-payment-request';
import { payBySavedCard, type PayBySavedCardDeps } from './pay-by-saved-card';
import { methodNotSupported, rejectionProblem } from './payment-problems';
import { knownOf } from './payment-request';

export interface CreateCardPaymentDeps extends PayBySavedCardDeps {
  readonly providers: ProviderRegistry;
  readonly checkouts: Checkouts;
  readonly checkoutLink: CheckoutLink;
  readonly ids: Ids;
}

type Request = ApiRequest<CreateCardPaymentBody>;

const expiresInMsDefault = 24 * 60 * 60_000;

/**
 * POST /payments/v1/card: a card payment without a charge. Nobody is asked for anything yet: it waits for its payer, who
 * gives the card at the checkout; or it is paid at once by a saved card. Its id derives from the Idempotency-Key, as for
 * PIX.
 */
export const createCardPayment = (o: CreateCardPaymentDeps): Operation<CreateCardPaymentBody> => ({
  check: (request, faulty) => createCardPaymentFaults(request, faulty, o.clock.now()),
  handle: async (request) => {
    const provider = o.providers.forCards();
    if (provider === undefined) return methodNotSupported('CREDIT_CARD');

    const command = await commandOf(o, request, provider);
    const cardToken = given(request.body.card_token);
    return cardToken === null ? awaitPayer(o, request, command) : paidAtOnce(o, request, command, cardToken);
  },
});

const awaitPayer = async (
  o: CreateCardPaymentDeps,
  request: Request,
  command: RequestPayment,
): Promise<ApiResponse> => {
  const { token, tokenHash } = newCheckoutToken();
  const { installments: installmentsMax } = request.body;
  const checkoutId = command.data.terms.standalone?.checkoutId ?? '';
  const place = { checkoutId, number: 1, tokenHash, installmentsMax };
  const decided = await o.payments.request(command, { payer: clientOf(request.body), checkout: place });
  if (isRejection(decided)) return rejectionProblem(decided);

  const payment = knownOf(command.data.facts.paymentId, decided.state);
  const isRepeat = decided.events.length === 0;
  const kept = checkoutIdOf(payment);
  if (isRepeat) await o.checkouts.renewToken(kept, tokenHash);
  const page = { checkout_url: o.checkoutLink(kept, token), checkout_token: token };
  return answerOf(payment, { page, installments: installmentsMax, at: command.data.now });
};

/** There is no page, so what is said of one is empty. */
const noCheckout = { checkout_url: '', checkout_token: '' };

const paidAtOnce = async (
  o: CreateCardPaymentDeps,
  { body }: Request,
  { data: { facts, terms, now } }: RequestPayment,
  cardToken: string,
): Promise<ApiResponse> => {
  const { installments } = body;
  const paid = await payBySavedCard(o, cardToken, { facts, terms, payer: clientOf(body), installments, now });
  return 'facts' in paid ? answerOf(paid, { page: noCheckout, installments, at: now }) : paid;
};

const commandOf = async (
  o: CreateCardPaymentDeps,
  request: Request,
  { name: provider, paymentMethod }: CardProvider,
): Promise<RequestPayment> => {
  const { body } = request;
  const now = o.clock.now();
  const facts = {
    paymentId: `pay_${request.idempotency?.ulid ?? o.ids.ulid()}`,
    invoiceId: await o.payments.invoiceIds.next(),
    userId: userIdOf(request),
    chargeId: null,
    attemptId: null,
    paymentMethod,
    amountMinor: amountMinorOf(request),
    currency: 'BRL',
    provider,
    fx: null,
    // The payer says how many.
    installments: null,
  };
  return { type: 'RequestPayment', data: { facts, terms: termsOf(body, now), now: toIso(now) } };
};

const termsOf = (body: CreateCardPaymentBody, now: Date): RequestPayment['data']['terms'] => ({
  externalReference: given(body.external_reference),
  description: given(body.description),
  payerMessage: null,
  additionalInfo: [],
  statementDescriptor: null,
  redirectUrl: given(body.redirect_url),
  card: null,
  standalone: { clientMode: 'requestCheckout', checkoutId: newCheckoutId() },
  expiresAt: toIso(
    body.expire_at === undefined ? new Date(now.getTime() + expiresInMsDefault) : new Date(body.expire_at),
  ),
});

const checkoutIdOf = ({ facts, terms }: KnownPayment): string => {
  const checkoutId = terms.standalone?.checkoutId ?? null;
  if (checkoutId === null) throw new Error(`Payment ${facts.paymentId} waits for its payer and has no checkout.`);
  return checkoutId;
};

type CardPayment = components['schemas']['CardPayment'];

const answerOf = (
  payment: KnownPayment,
  o: {
    readonly page: Pick<CardPayment, 'checkout_url' | 'checkout_token'>;
    readonly installments: number;
    readonly at: string;
  },
): ApiResponse => {
  const madeAt = 'requestedAt' in payment ? payment.requestedAt : o.at;
  const response: CardPayment = {
    ...cardInvoiceBody(payment, { installmentsMax: o.installments, createdAt: madeAt, updatedAt: madeAt }),
    ...o.page,
  };
  return { status: 201, body: { status: 201, code: 'card_payment_created', response } };
};
