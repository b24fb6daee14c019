import { randomIds } from '@repasse/chassis/ids';
import { startMerchant, type Merchant, merchantId } from './support/merchant';
import { guardTimings } from './support/gateway';

let merchant: Merchant;

beforeAll(async () => {
  merchant = await startMerchant({ guardTimings });
});
afterAll(() => merchant.stop());

const types = ['requested', 'offered', 'received'];
const notBooked = { status: 503, body: { code: 'refund.balance_not_known' } };
const tooLow = { status: 409, body: { code: 'refund.balance_too_low', debt: '100.00', debtMax: '0.99' } };
const lastAsked = () => merchant.gateway.ledger.asked.at(-1);

describe('a refund that the ledger', () => {
  it('reserves is made, by the id and the amount it was reserved with', async () => {
    const { invoiceId, paymentId, chargeId, endToEndId } = await merchant.paid();
    const { body } = await merchant.refund(invoiceId, { amount: '30.00', splitRefund: 'OWNER' });

    expect(lastAsked()).toEqual({
      ...{ refundId: body['id'], paymentId, chargeId, userId: merchantId, currency: 'BRL', amountMinor: 3_000 },
      splitRefund: [{ userId: merchantId, amountMinor: 3_000 }],
    });
    expect(await merchant.bank.refundsOf(endToEndId)).toMatchObject([{ valor: '30.00' }]);
  });

  it('refuses is not made, and says what is missing and what is allowed', async () => {
    const { invoiceId, paymentId, endToEndId } = await merchant.paid();
    merchant.gateway.ledger.next(tooLow);
    expect(await merchant.refund(invoiceId)).toMatchObject({
      status: 409,
      body: {
        ...{ code: 'refund.balance_too_low', currentStatus: 'RECEIVED', refundable: '100.00', retryable: false },
        ...{ debt: '100.00', debtMax: '0.99' },
      },
    });

    expect(await merchant.bank.refundsOf(endToEndId)).toEqual([]);
    await merchant.gateway.expectPublished(paymentId, types);
  });

  it('has not booked yet waits for that', async () => {
    const { invoiceId } = await merchant.paid();
    merchant.gateway.ledger.next(notBooked, notBooked);

    expect(await merchant.refund(invoiceId)).toMatchObject({ status: 200, body: { status: 'SUCCEEDED' } });
  });

  it('cannot be asked about is refused, to be repeated', async () => {
    const { invoiceId, paymentId, endToEndId } = await merchant.paid();
    const key = randomIds.ulid();
    merchant.gateway.ledger.next({ status: 500, body: {} });
    expect(await merchant.refund(invoiceId, {}, { key })).toMatchObject({
      status: 503,
      body: { code: 'refund.balance_not_known', retryable: true },
    });
    await merchant.gateway.expectPublished(paymentId, types);

    expect(await merchant.refund(invoiceId, {}, { key })).toMatchObject({ status: 200 });
    expect(await merchant.bank.refundsOf(endToEndId)).toHaveLength(1);
  });

  it('is not asked about when the payment itself refuses it, or has it', async () => {
    const { invoiceId } = await merchant.paid();
    const before = merchant.gateway.ledger.asked.length;
    expect(await merchant.refund(invoiceId, { amount: '100.01' })).toMatchObject({ status: 409 });
    expect(merchant.gateway.ledger.asked).toHaveLength(before);
    await merchant.refund(invoiceId, {}, { key: 'once' });
    await merchant.refund(invoiceId, {}, { key: 'once' });
    expect(merchant.gateway.ledger.asked).toHaveLength(before + 1);
  });
});
