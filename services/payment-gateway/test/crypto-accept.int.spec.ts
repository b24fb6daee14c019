import { randomIds } from '@repasse/chassis/ids';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type CoinMerchant, type CoinSale, receiptsIn, startCoinMerchant } from './support/coin-merchant';
import { newRequest } from './support/gateway';

const partial = ['requested', 'offered', 'partially_received'];
const accepted = [...partial, 'received'];
const refundAddress = '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f';

let merchant: CoinMerchant;
beforeAll(async () => {
  merchant = await startCoinMerchant();
});
afterAll(() => merchant.stop());

const expectPublished = ({ paymentId }: CoinSale, types: readonly string[]) =>
  merchant.world.gateway.expectPublished(paymentId, types);
const paidInPart = async (amount = 60): Promise<CoinSale> => {
  const sale = await merchant.sell();
  await merchant.deposit(sale, amount);
  await expectPublished(sale, partial);
  return sale;
};
const paidInPartAndAccepted = async (amount?: number): Promise<CoinSale> => {
  const sale = await paidInPart(amount);
  expect((await merchant.accept(sale)).status).toBe(200);
  return sale;
};
const nameOf = ({ payment }: CoinSale): string => String(payment.payment_id);

describe('POST /payments/v2/crypto/{id}/accept', () => {
  it('makes what has come the payment, once, with and without a key', async () => {
    const sale = await paidInPart();
    const key = randomIds.ulid();
    const answers = [await merchant.accept(sale, { key }), await merchant.accept(sale, { key })];
    answers.push(await merchant.accept(sale));

    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: sale.id, status: 'PAID', amount: 100, received_amount: 60, pay_amount: '100' });
    }
    expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true');
    const events = await expectPublished(sale, accepted);
    expect(receiptsIn(events)).toEqual([[nameOf(sale), 6_000, true]]);
    expect(events.at(-1)?.data).toMatchObject({ expectedAmountMinor: 10_000, currency: 'USD' });
  });

  it('accepts once, however many ask at the same time', async () => {
    const sale = await paidInPart();
    const answers = await Promise.all(Array.from({ length: 8 }, () => merchant.accept(sale)));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    await expectPublished(sale, accepted);
  });

  it('refuses while nothing has come', async () => {
    const sale = await merchant.sell();

    expect(await merchant.accept(sale)).toMatchObject(notPartial('WAITING_PAYMENT'));
    await expectPublished(sale, ['requested', 'offered']);
  });

  it('refuses while coins are on their way, and accepts all once they have come', async () => {
    const sale = await paidInPart();
    const onItsWay = await merchant.deposit(sale, 10, 'confirming');
    await expectPublished(sale, [...partial, 'confirming']);
    expect(await merchant.accept(sale)).toMatchObject(notPartial('CONFIRMING'));

    await merchant.world.api.change(onItsWay, { status: 'partially_paid' });
    await merchant.notify(onItsWay);
    await expectPublished(sale, [...partial, 'confirming', 'partially_received']);
    expect((await merchant.accept(sale)).body).toMatchObject({ status: 'PAID', received_amount: 70 });
  });

  it('refuses once the price has come', async () => {
    const sale = await merchant.sell();
    await merchant.deposit(sale, 100, 'finished');
    await expectPublished(sale, ['requested', 'offered', 'received']);

    expect(await merchant.accept(sale)).toMatchObject(notPartial('PAID'));
  });

  it('refuses what is worth less than a cent', async () => {
    const sale = await paidInPart(0.004);

    expect(await merchant.accept(sale)).toMatchObject({
      status: 409,
      body: { code: 'payment.part_too_small', currentStatus: 'PARTIALLY_PAID' },
    });
  });

  it('knows nothing of other merchants’ payments, of other methods, and of what is not there', async () => {
    const sale = await paidInPart();
    const pix = newRequest({ chargeId: null, attemptId: null, expiresAt: '2026-11-20T16:00:00.000Z' });
    const { body: made } = await merchant.world.gateway.requestPayment(pix.body);
    const answers = [
      await merchant.accept(sale, { userId: 1_002 }),
      await merchant.accept({ id: String(made['invoiceId']) }),
      await merchant.accept({ id: '999999999' }),
      await merchant.accept({ id: 'abc' }),
    ];

    for (const { status, body } of answers) {
      expect([status, body['code']]).toEqual([404, 'payment.not_found']);
      expect(body['detail']).toMatch(/^There is no payment (\d+|abc)\.$/);
    }
    await expectPublished(sale, partial);
  });

  it('is for who may make payments', async () => {
    expect((await merchant.accept(await paidInPart(), { scopes: ['payments:read'] })).status).toBe(403);
  });
});

const notPartial = (currentStatus: string) => ({
  status: 409,
  body: { code: 'payment.not_partially_paid', currentStatus },
});

describe('coins that come after a part was accepted', () => {
  it('are booked as the rest comes, once each, and on top by themselves', async () => {
    const sale = await paidInPartAndAccepted();
    await merchant.deposit(sale, 25.5);
    await expectPublished(sale, [...accepted, 'received']);
    const rest = await merchant.depositWithoutCallback(sale, 14.5, 'finished');
    const onTop = await merchant.depositWithoutCallback(sale, 10, 'finished');
    for (const told of [rest, onTop, sale.payment, rest]) await merchant.notify(told);
    const events = await expectPublished(sale, [...accepted, 'received', 'received', 'received']);

    expect(receiptsIn(events)).toEqual([
      [nameOf(sale), 6_000, true],
      [`${nameOf(sale)}/2`, 2_550, true],
      [`${nameOf(sale)}/3`, 1_450, true],
      [String(onTop.payment_id), 1_000, true],
    ]);
    expect((await merchant.accept(sale)).body).toMatchObject({ status: 'PAID', received_amount: 110 });
  });

  it('are booked to the cent when they come the moment it is accepted', async () => {
    for (let round = 0; round < 5; round++) {
      const sale = await paidInPart(33.333333);
      const [answer] = await Promise.all([merchant.accept(sale), merchant.deposit(sale, 33.333333)]);
      expect(answer.status).toBe(200);

      const receipts = await eventually(async () => {
        const booked = receiptsIn(await merchant.world.gateway.published(sale.paymentId));
        expect(booked.reduce((sum, [, amountMinor]) => sum + amountMinor, 0)).toBe(6_666);
        return booked;
      });
      expect(new Set(receipts.map(([name]) => name)).size).toBe(receipts.length);
    }
  });

  it('go back with the part, by one refund, and no more of them than came', async () => {
    const sale = await paidInPartAndAccepted(33.333333);
    await merchant.deposit(sale, 33.333333);
    await expectPublished(sale, [...accepted, 'received']);
    const refund = () =>
      merchant.send('POST', `/refunds/invoice/${sale.id}`, { body: { refundAddress }, key: randomIds.ulid() });
    const [first, second] = [await refund(), await refund()];

    expect([first.status, first.body['amount']]).toEqual([200, '66.66']);
    for (const sent of [String(first.body['id']), `${String(first.body['id'])}P2`]) {
      expect(await merchant.world.api.sentOf(sent)).toMatchObject([{ address: refundAddress, amount: '33.33' }]);
    }
    expect(second).toMatchObject({ status: 409, body: { code: 'refund.nothing_left' } });
  });
});
