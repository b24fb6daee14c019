import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { invoiceNumberOf } from '@repasse/values/ids/invoice-number';
import { type Fault } from '@repasse/chassis/http/problem';
import { parseDecimal, sumMinor } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type DataOf, type PaymentCommand } from '../../payments/domain/payment-commands';
import { methodRows } from '../../payments/domain/methods';
import { knownOf, type KnownPayment, type PaymentState } from '../../payments/domain/payment';
import { type Ledger } from '../../clients/split-settlement';
import { type CoinSender } from '../../providers/payout-provider';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { refundableMinor } from '../domain/refundable';
import { reserveRefund } from '../workflow/reserve-refund';
import { refundByMerchant } from '../workflow/refund-by-merchant';
import { userIdOf } from '../../payments/http/caller';
import { type ChargePaymentDeps, paymentThatPaid } from './charge-payment';
import { refundBody } from './refund-body';
import { aboveRoleLimit, limitProblem, type RefundLimits } from './refund-limits';
import { strangerProblem } from './refund-givers';
import {
  addressInvalid,
  addressNeeded,
  balanceNotKnown,
  balanceTooLow,
  coinsNotRefundable,
  invoiceNotFound,
  refundRefused,
} from './refund-problems';

type Body = components['schemas']['RequestRefund'];

interface RequestRefundDeps extends ChargePaymentDeps, PaymentDeps {
  /** The provider that sends coins back; undefined where none is configured. */
  readonly payouts: Pick<CoinSender, 'checkAddress'> | undefined;
  readonly ledger: Ledger;
  readonly limits: RefundLimits;
}

/**
 * POST /refunds/invoice/{invoiceId}: gives a payment back, in whole or in part. The refund's id derives from the
 * Idempotency-Key, so a request that was cut off finds the refund it began.
 */
export const requestRefund = (o: RequestRefundDeps): Operation<Body | undefined> => ({
  check: ({ body = everything }, faulty) => (faulty.size > 0 ? [] : [...amountFaults(body), ...splitFaults(body)]),
  handle: async (request) => {
    const invoiceId = request.params['invoiceId'] ?? '';
    const paymentId = await o.payments.findByInvoice(invoiceNumberOf(invoiceId), userIdOf(request));
    return paymentId === null ? invoiceNotFound(invoiceId) : giveBack(o, request, paymentId);
  },
});

/** POST /charge/{chargeId}/refunds: the same for the payment that paid a charge, for callers without an invoice. */
export const requestChargeRefund = (o: RequestRefundDeps): Operation<Body | undefined> => ({
  ...requestRefund(o),
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    return giveBack(o, request, await paymentThatPaid(o, chargeId, userIdOf(request)));
  },
});

const giveBack = async (
  o: RequestRefundDeps,
  { body = everything, idempotency, params, principal }: ApiRequest<Body | undefined>,
  paymentId: string,
): Promise<ApiResponse> => {
  const caller = callerOf({ principal });
  const payment = knownOf(paymentId, await o.payments.load(paymentId));
  const refundId = `re_${idempotency?.ulid ?? o.ids.ulid()}`;
  const now = toIso(o.clock.now());
  const of = { chargeId: params['chargeId'], now };
  const command = commandOf(body, {
    ...{ refundId, requestedBy: actorOf(caller), now },
    ...(caller.personId !== undefined && { personMaxMinor: caller.refundMinorMax }),
  });
  const amountMinor = command.data.amountMinor ?? refundableMinor(payment, now);
  const refused = (rejection: Rejection, state: PaymentState): ApiResponse =>
    rejection.code === 'refund.above_role_limit'
      ? aboveRoleLimit(command.data, state)
      : refundRefused(rejection, state, of);
  const refusal =
    limitProblem({ caller, asked: command.data, amountMinor }, payment, { limits: o.limits, now: o.clock.now() }) ??
    (await coinProblem(o, payment, body)) ??
    (await strangerProblem(o, payment, body.splitRefund));
  if (refusal !== undefined) return refusal;
  const reserved = await reserveRefund(o, payment, command);
  if (isRejection(reserved)) return refused(reserved, payment);
  if (reserved.outcome === 'refused') return balanceTooLow(reserved, payment, of);
  if (reserved.outcome !== 'reserved') return balanceNotKnown();
  const refunding = await refundByMerchant(o, paymentId, command);
  return isRejection(refunding)
    ? refused(refunding, await o.payments.load(paymentId))
    : { status: 200, body: refundBody(refunding.facts, refunding.refund) };
};

/** No body asks for all that is left, and so does an empty one. */
const everything: Body = {};

/** Why coins cannot go back, checked before the decision. An address we cannot check is left to the provider. */
const coinProblem = async (
  { payouts }: RequestRefundDeps,
  payment: KnownPayment,
  { refundAddress, refundMemo }: Body,
): Promise<ApiResponse | undefined> => {
  if (!methodRows[payment.facts.paymentMethod].isInCoins) return undefined;
  if (refundAddress === undefined) return addressNeeded();
  if (payouts === undefined) return coinsNotRefundable();
  const { payCurrency } = payment.terms;
  if (payCurrency === undefined) throw new Error('A payment by crypto names no coin.');
  const checked = await payouts.checkAddress({ payCurrency, payAddress: refundAddress, memo: refundMemo ?? null });
  return checked.outcome === 'wrong' ? addressInvalid(checked.detail) : undefined;
};

const commandOf = (
  { amount, reason, splitRefund, refundAddress, refundMemo }: Body,
  by: Pick<DataOf<'RequestRefund'>, 'refundId' | 'requestedBy' | 'personMaxMinor' | 'now'>,
): PaymentCommand<'RequestRefund'> => ({
  type: 'RequestRefund',
  data: {
    ...by,
    purpose: 'MERCHANT',
    receiptReference: null,
    amountMinor: amount === undefined ? null : minorOf(amount),
    reason: reason ?? null,
    splitRefund: splitOf(splitRefund),
    ...(refundAddress === undefined ? {} : { destination: { payAddress: refundAddress, memo: refundMemo ?? null } }),
  },
});

const splitOf = (split: Body['splitRefund']): DataOf<'RequestRefund'>['splitRefund'] => {
  if (split === undefined || split === 'PROPORTIONAL') return null;
  return split === 'OWNER' ? split : split.map(({ userId, amount }) => ({ userId, amountMinor: minorOf(amount) }));
};

const amountFaults = ({ amount }: Body): readonly Fault[] =>
  amount !== undefined && minorOf(amount) === 0 ? [{ field: 'amount', message: 'must be more than 0.00.' }] : [];

/** Without an amount, the remainder is known only at the decision, which then checks the sum. */
const splitFaults = ({ amount, splitRefund }: Body): readonly Fault[] => {
  if (splitRefund === undefined || typeof splitRefund === 'string') return [];
  const parts = splitRefund.map((part) => minorOf(part.amount));
  const empty = parts.flatMap((part, index): Fault[] =>
    part === 0 ? [{ field: `splitRefund[${index}].amount`, message: 'must be more than 0.00.' }] : [],
  );
  const hasTwice = new Set(splitRefund.map(({ userId }) => userId)).size < splitRefund.length;
  const twice = hasTwice ? [{ field: 'splitRefund', message: 'must name each user once.' }] : [];
  const isOff = amount !== undefined && sumMinor(parts) !== minorOf(amount);
  return [...empty, ...twice, ...(isOff ? [{ field: 'splitRefund', message: 'must add up to amount.' }] : [])];
};

/** The description lets nothing else through. */
const minorOf = (amount: string): number => {
  const amountMinor = parseDecimal(amount, 2);
  if (amountMinor === undefined) throw new Error('An amount passed its schema and cannot be read.');
  return amountMinor;
};
