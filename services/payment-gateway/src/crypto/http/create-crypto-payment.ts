import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { exponentOf } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type CheckoutUrlOf } from '../../checkout/checkout-link';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type Nowpayments } from '../../providers/nowpayments/create-nowpayments';
import { fixedRateMinutes } from '../../providers/nowpayments/requests';
import { type Payer } from '../../providers/provider';
import { offerPayment, type Offering } from '../../payments/workflow/offer-payment';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { userIdOf } from '../../payments/http/caller';
import { cryptoBody } from './crypto-body';
import { type CryptoPriceDeps, outOfRange, quoteOf } from './crypto-price';
import { limitProblem } from './crypto-problems';
import { exactAmountOf } from '@repasse/values/exact-amount';
import { requestOf } from '../../payments/http/payment-request';
import { methodNotSupported, offeringAnswer, rejectionProblem } from '../../payments/http/payment-problems';

type Body = components['schemas']['CreateCryptoPayment'];

interface CreateCryptoPaymentDeps extends PaymentDeps, CryptoPriceDeps {
  /** Undefined where no provider of crypto is set up. */
  readonly findLimits: Nowpayments['findLimits'] | undefined;
  readonly checkoutUrlOf: CheckoutUrlOf;
}

const minuteMs = 60_000;
const howToGoOn = 'Repeat the request with the same Idempotency-Key, or wait for its event.';

/**
 * POST /payments/v2/crypto: a payment in a coin for an amount of money. Its id derives from the Idempotency-Key, so a
 * request that was cut off finds the payment it began, with the price it had then.
 */
export const createCryptoPayment = (o: CreateCryptoPaymentDeps): Operation<Body> => ({
  check: (request, faulty) => {
    if (faulty.size > 0 || amountMinorOf(request) !== undefined) return [];
    const decimals = exponentOf(fiatOf(request));
    return [{ field: 'amount', message: `must be above zero with at most ${decimals} decimals.` }];
  },
  handle: async (request) => {
    if (o.findLimits === undefined) return methodNotSupported('CRYPTO');
    const paymentId = `pay_${request.idempotency?.ulid ?? o.ids.ulid()}`;
    const payer = { name: request.body.customer_name, email: request.body.customer_email, document: null };
    const known = request.idempotency === undefined ? undefined : await o.payments.load(paymentId);
    return known === undefined || known.status === 'absent'
      ? create(o, request, paymentId, payer)
      : answerOf(o, paymentId, await offerPayment(o, known, { isRepeat: true, payer }));
  },
});

/** Refuses impossible payments before anything is made. */
const create = async (
  o: CreateCryptoPaymentDeps,
  request: ApiRequest<Body>,
  paymentId: string,
  payer: Payer,
): Promise<ApiResponse> => {
  const currency = fiatOf(request);
  const amountMinor = amountMinorOf(request);
  const provider = o.providers.forMethod('CRYPTO');
  if (amountMinor === undefined || provider === undefined || o.findLimits === undefined) {
    throw new Error('What was checked at the door does not hold inside.');
  }
  const priced = await quoteOf(o, currency, amountMinor);
  if ('status' in priced) return priced;
  const { fx, priceCurrency, rate } = priced;
  const coin = request.body.pay_currency.toUpperCase();
  const refusal = limitProblem(await o.findLimits(priceCurrency, coin), { amountMinor, currency, coin, rate });
  if (refusal !== undefined) return refusal;
  if (fx === undefined) return outOfRange(currency);

  const command = await commandOf(o, request, { paymentId, amountMinor, currency, provider: provider.name, fx });
  const decided = await o.payments.request(command, { payer });
  if (isRejection(decided)) return rejectionProblem(decided);
  const isRepeat = decided.events.length === 0;
  return answerOf(o, paymentId, await offerPayment(o, decided.state, { isRepeat, payer }));
};

type Priced = Pick<PaymentFacts, 'paymentId' | 'amountMinor' | 'currency' | 'provider' | 'fx'>;

const commandOf = (o: CreateCryptoPaymentDeps, request: ApiRequest<Body>, priced: Priced) => {
  const ids = { userId: userIdOf(request), chargeId: null, attemptId: null };
  return requestOf(
    o,
    { ...priced, ...ids, paymentMethod: 'CRYPTO', installments: null },
    {
      externalReference: request.body.external_reference,
      description: given(request.body.description),
      redirectUrl: given(request.body.redirect_url),
      payCurrency: request.body.pay_currency.toUpperCase(),
      expiresAt: toIso(new Date(o.clock.now().getTime() + fixedRateMinutes * minuteMs)),
    },
  );
};

const answerOf = ({ checkoutUrlOf }: CreateCryptoPaymentDeps, paymentId: string, offering: Offering): ApiResponse =>
  offeringAnswer(
    paymentId,
    offering,
    (payment) => ({ status: 201, body: cryptoBody(payment, checkoutUrlOf) }),
    howToGoOn,
  );

/** An empty text is none. */
const given = (text: string | null | undefined): string | null => (text === '' ? null : (text ?? null));

const fiatOf = ({ body }: ApiRequest<Body>): string => body.fiat_currency.toUpperCase();

/** Undefined when it is finer than the currency. */
const amountMinorOf = (request: ApiRequest<Body>): number | undefined =>
  exactAmountOf(request.rawBody, 'amount', exponentOf(fiatOf(request)));
