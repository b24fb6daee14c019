import { type CoinMerchant, type CoinSale, receiptsIn, startCoinMerchant } from './support/coin-merchant';

const accepted = ['requested', 'offered', 'partially_received', 'received'];

let merchant: CoinMerchant;
beforeEach(async () => {
  merchant = await startCoinMerchant();
});
afterEach(() => merchant.stop());

/** The differences of the day's statement from the booked receipts. */
const differences = async (): Promise<readonly unknown[]> => {
  merchant.clock.advance(1_000);
  const body = { provider: 'NOWPAYMENTS', date: '2026-11-20' };
  const answer = await merchant.send('POST', '/statement-checks', { body, profile: 'OPERATOR' });
  const [check] = answer.body['data'] as { failure: string | null; differences: readonly unknown[] }[];
  expect([answer.status, check?.failure]).toEqual([200, null]);
  return check?.differences ?? [];
};
const paidInPart = async (): Promise<CoinSale> => {
  const sale = await merchant.sell();
  await merchant.deposit(sale, 60);
  await merchant.world.gateway.expectPublished(sale.paymentId, accepted.slice(0, -1));
  return sale;
};

describe('the day’s statement', () => {
  it('has no unaccepted part, and an accepted one as it was booked', async () => {
    const sale = await paidInPart();
    expect(await differences()).toEqual([]);

    await merchant.accept(sale);
    expect(await differences()).toEqual([]);
  });

  it('has the rest as it was booked, also while more is on its way', async () => {
    const sale = await paidInPart();
    await merchant.accept(sale);
    await merchant.depositWithoutCallback(sale, 5, 'confirming');
    expect(await differences()).toEqual([]);

    await merchant.deposit(sale, 40, 'finished');
    await merchant.world.gateway.expectPublished(sale.paymentId, [...accepted, 'received']);
    expect(await differences()).toEqual([]);
  });

  it('finds the rest whose callback was lost, and it is booked', async () => {
    const sale = await paidInPart();
    await merchant.accept(sale);
    await merchant.depositWithoutCallback(sale, 25, 'partially_paid');
    const providerReference = `${sale.payment.payment_id}/2`;
    const missing = { kind: 'MISSING_HERE', status: 'REPAIRED', providerReference, paymentId: sale.paymentId };

    expect(await differences()).toMatchObject([{ ...missing, listed: { amount: '25.00', currency: 'USD' } }]);
    const events = await merchant.world.gateway.expectPublished(sale.paymentId, [...accepted, 'received']);
    expect(receiptsIn(events).at(-1)).toEqual([providerReference, 2_500, true]);
  });

  it('misses an accepted part that the provider has sent back by itself', async () => {
    const sale = await paidInPart();
    await merchant.accept(sale);
    await merchant.world.api.change(sale.payment, { status: 'refunded' });

    expect(await differences()).toMatchObject([
      { kind: 'MISSING_THERE', status: 'OPEN', paymentId: sale.paymentId, recorded: { amount: '60.00' } },
    ]);
  });
});
