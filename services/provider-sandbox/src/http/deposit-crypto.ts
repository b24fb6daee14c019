import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { findCoin } from '../providers/nowpayments/coins';
import { depositInto } from '../providers/nowpayments/deposit';
import { changePayment, newPaymentId, type NowPayments } from '../providers/nowpayments/nowpayments';
import { type CryptoPayment } from '../providers/nowpayments/payment';
import { isWithinReach } from '../providers/nowpayments/prices';
import { readDestination } from '../providers/nowpayments/read-destination';
import { readUnits, writeUnits } from '../providers/units';

type DepositBody = components['schemas']['DepositCrypto'];

/** POST /sandbox/crypto/deposit: a payer's wallet sends coins to an address. */
export const depositCrypto = (nowPayments: NowPayments): Operation<DepositBody> => ({
  handle: async ({ body }) => {
    const { address: payAddress, unitsOf } = readDestination(body.payAddress);
    // Without the coins that came to the address again. More than one only where memos tell payments apart.
    const found = await nowPayments.payments.list({ refs: { payAddress, parentPaymentId: null } });
    if (found.length === 0)
      return problem({ status: 404, code: 'sandbox.address_not_found', detail: 'No payment has this address.' });
    const payment = found.find(({ memo }) => memo === null || memo === body.memo);
    // The coins are on the chain, but at a shared address they belong to no payment.
    if (payment === undefined) return describe(undefined, readUnits(body.amount) ?? 0);
    const units = readUnits(body.amount) ?? unitsOf(payment.terms.payCurrency) ?? payment.payUnits;
    return deposit(nowPayments, payment, units, body.outcome);
  },
  check: ({ body }, faulty) =>
    faulty.has('amount') || body.amount === undefined || (readUnits(body.amount) ?? 0) > 0
      ? []
      : [{ field: 'amount', message: 'must be more than zero, with eight decimals at most' }],
});

const deposit = async (
  nowPayments: NowPayments,
  { paymentId, terms }: CryptoPayment,
  units: number,
  outcome: DepositBody['outcome'],
): Promise<ApiResponse> => {
  if (!isWithinReach(units, findCoin(terms.payCurrency)?.usdUnits ?? 0))
    return problem({
      status: 400,
      code: 'request.invalid',
      detail: 'That is more than ten million dollars.',
      errors: [{ field: 'amount', message: 'is worth too much' }],
    });
  const wanted = { units, end: outcome ?? null, nextPaymentId: newPaymentId(), now: nowPayments.clock.now() };
  const decision = await changePayment(nowPayments, paymentId, (payment) => depositInto(payment, wanted));
  return describe(decision?.told[0], units);
};

const describe = (payment: CryptoPayment | undefined, units: number): ApiResponse => ({
  status: 200,
  body: {
    detected: payment !== undefined,
    amount: writeUnits(units),
    paymentId: idOf(payment?.paymentId),
    parentPaymentId: idOf(payment?.parentPaymentId),
    status: payment?.status ?? null,
  },
});

const idOf = (id: number | null | undefined): string | null => (id === null || id === undefined ? null : String(id));
