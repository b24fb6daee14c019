import { type WirePayout } from '@repasse/provider-sandbox/testing/coin-payouts';
import { randomIds } from '@repasse/chassis/ids';
import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type Answer } from './support/gateway';
import { startWithdrawals, type Withdrawals } from './support/withdrawals';

const paid = ['requested', 'offered', 'received'];
const requested = 'repasse.refund.requested';
const settled = 'repasse.refund.settled';
const failed = 'repasse.refund.failed';
const refundAddress = '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f';

let clock: FakeClock;
let world: Withdrawals;

beforeAll(async () => {
  clock = fakeClock('2026-11-20T15:00:00.000Z');
  world = await startWithdrawals(clock);
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const operation of ['create_payout', 'verify_payout', 'get_payout', 'validate_address'] as const) {
    world.api.always(operation, undefined);
  }
  await world.api.haveFunds(1_000_000);
});

const send = async (method: string, path: string, body: object | undefined, key: string): Promise<Answer> => {
  const token = await world.gateway.token({
    userId: 1_001,
    scopes: ['payments:write', 'payments:read', 'refunds:write'],
  });
  return world.gateway.call(method, path, { token, ...(body !== undefined && { body, key }) });
};

/** 100.00 USD that came in USDT. */
const newPaid = async (): Promise<{ invoiceId: number; paymentId: string }> => {
  const body = {
    amount: 100,
    fiat_currency: 'usd',
    pay_currency: 'usdtbsc',
    customer_name: 'Ana Lima',
    customer_email: 'ana@example.com',
    external_reference: 'order-42',
  };
  const made = await send('POST', '/payments/v2/crypto', body, randomIds.ulid());
  const payment = await world.api.payment(Number(made.body['payment_id']));
  await world.api.deposit(payment, 100);
  clock.advance(20_000);
  await world.gateway.expectPublished(payment.order_id, paid);
  return { invoiceId: Number(made.body['id']), paymentId: payment.order_id };
};
const refund = (invoiceId: number, body: object = { refundAddress }, key: string = randomIds.ulid()): Promise<Answer> =>
  send('POST', `/refunds/invoice/${invoiceId}`, body, key);
const refundsOf = async (invoiceId: number): Promise<readonly { id: string; status: string }[]> =>
  (await send('GET', `/refunds/invoice/${invoiceId}`, undefined, '')).body['data'] as { id: string; status: string }[];

const onlySent = async (refundId: unknown): Promise<WirePayout> => {
  const [sent, ...more] = await world.api.sentOf(String(refundId));
  if (sent === undefined || more.length > 0) throw new Error(`Not one payout was let go for ${String(refundId)}.`);
  return sent;
};
const finish = (payout: WirePayout, status = 'FINISHED', error: string | null = null): Promise<void> =>
  world.api.changePayout(payout, { status, error });
/** Moves the clock in small steps until something holds. */
const inTime = (probe: () => boolean | Promise<boolean>): Promise<unknown> =>
  eventually(async () => {
    clock.advance(20_000);
    return probe();
  });

describe('a refund of coins', () => {
  it('goes to the address that was named, and is settled by a notification', async () => {
    const { invoiceId, paymentId } = await newPaid();
    const { status, body } = await refund(invoiceId);
    expect([status, body['status'], body['amount']]).toEqual([200, 'PENDING', '100.00']);
    const payout = await onlySent(body['id']);
    expect(payout).toMatchObject({ address: refundAddress, amount: '100', currency: 'usdtbsc', extra_id: null });

    await finish(payout);
    expect(await world.notify(payout)).toBe(204);
    const events = await world.gateway.expectPublished(paymentId, [...paid, requested, settled]);
    expect(events.at(-1)?.data).toMatchObject({ amountMinor: 10_000, providerReference: payout.id });
    expect(JSON.stringify(events)).not.toContain(refundAddress);
    expect(await refund(invoiceId)).toMatchObject({ status: 409, body: { code: 'refund.nothing_left' } });
  });

  it('is settled by the reconciler when no callback comes', async () => {
    const { invoiceId, paymentId } = await newPaid();
    const { body } = await refund(invoiceId);
    await finish(await onlySent(body['id']));
    clock.advance(40_000);

    await world.gateway.expectPublished(paymentId, [...paid, requested, settled]);
  });

  it('in parts sends exactly the received coins', async () => {
    const { invoiceId, paymentId } = await newPaid();
    const parts = [{ amount: '33.33' }, { amount: '33.33' }, {}].map((each) => ({ ...each, refundAddress }));
    for (const part of parts) {
      const { body } = await refund(invoiceId, part);
      await finish(await onlySent(body['id']));
    }
    clock.advance(40_000);
    await world.gateway.expectPublished(paymentId, [
      ...paid,
      requested,
      requested,
      requested,
      settled,
      settled,
      settled,
    ]);
    const sent = await Promise.all((await refundsOf(invoiceId)).map(({ id }) => onlySent(id)));

    expect(sent.map(({ amount }) => amount)).toEqual(['33.33', '33.33', '33.34']);
  });

  it('carries the memo where there is one', async () => {
    const { invoiceId } = await newPaid();
    const { body } = await refund(invoiceId, { refundAddress, refundMemo: '4711' });

    expect(await onlySent(body['id'])).toMatchObject({ extra_id: '4711' });
  });

  it('is one under one key', async () => {
    const { invoiceId } = await newPaid();
    const key = randomIds.ulid();
    const [first, again] = [
      await refund(invoiceId, { refundAddress }, key),
      await refund(invoiceId, { refundAddress }, key),
    ];

    expect(again.body).toEqual(first.body);
    expect(await world.api.payoutsOf(String(first.body['id']))).toHaveLength(1);
  });

  it.each(['FAILED', 'REJECTED'])('that the provider has %s can be asked for again', async (status) => {
    const { invoiceId, paymentId } = await newPaid();
    const { body } = await refund(invoiceId);
    const payout = await onlySent(body['id']);
    await finish(payout, status, 'Transaction failed');
    await world.notify(payout);
    const events = await world.gateway.expectPublished(paymentId, [...paid, requested, failed]);
    expect(events.at(-1)?.data).toMatchObject({ failure: 'Transaction failed' });

    expect(await onlySent((await refund(invoiceId)).body['id'])).toMatchObject({ amount: '100' });
  });

  it('fifty at once never send more than came', async () => {
    const { invoiceId } = await newPaid();
    const ask = (key: string): Promise<Answer> =>
      eventually(async () => {
        const answer = await refund(invoiceId, { refundAddress, amount: '7.00' }, key);
        return answer.status !== 503 && answer;
      });
    // A busy machine may keep some past their time-out; under its key a repeat gives nothing back twice.
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(randomIds.ulid())));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(14);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(36);

    await inTime(async () => {
      const sent = await Promise.all(taken.map(({ body }) => world.api.sentOf(String(body['id']))));
      return sent.every(({ length }) => length === 1);
    });
    for (const { body } of taken) expect(await onlySent(body['id'])).toMatchObject({ amount: '7' });
  });
});

describe('a refund of coins that is cut off', () => {
  it.each([
    ['asking for it', 'create_payout', false],
    ['asking for it, which was done', 'create_payout', true],
    ['letting it go', 'verify_payout', false],
    ['letting it go, which was done', 'verify_payout', true],
  ] as const)('while %s is finished, and sent once', async (_, operation, isDone) => {
    const { invoiceId, paymentId } = await newPaid();
    world.api.always(operation, { kind: 'cut', isDone });
    const { body } = await refund(invoiceId);
    expect(body['status']).toBe('PENDING');
    world.api.always(operation, undefined);

    await inTime(async () => (await world.api.sentOf(String(body['id']))).length > 0);
    await finish(await onlySent(body['id']));
    await inTime(async () => (await world.gateway.published(paymentId)).length === paid.length + 2);
    await world.gateway.expectPublished(paymentId, [...paid, requested, settled]);
    expect(await onlySent(body['id'])).toMatchObject({ status: 'FINISHED' });
  });

  it('waits for an account that is empty', async () => {
    const { invoiceId } = await newPaid();
    await world.api.haveFunds(10);
    const { body } = await refund(invoiceId);
    expect(body['status']).toBe('PENDING');
    await world.api.haveFunds(1_000_000);

    await inTime(async () => (await world.api.sentOf(String(body['id']))).length === 1);
  });
});

describe('a refund of coins is not begun', () => {
  it.each([
    ['without an address', {}, 422, 'refund.address_needed'],
    ['to an address that is wrong', { refundAddress: 'wrong-address' }, 400, 'refund.address_invalid'],
    ['of more than came', { refundAddress, amount: '100.01' }, 409, 'refund.exceeds_paid'],
  ])('%s', async (_, body, status, code) => {
    const { invoiceId } = await newPaid();
    const answer = await refund(invoiceId, body);

    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    expect(await refundsOf(invoiceId)).toEqual([]);
  });

  it('but an address that could not be checked is left to the provider', async () => {
    const { invoiceId, paymentId } = await newPaid();
    world.api.always('validate_address', { kind: 'cut', isDone: false });
    const { body } = await refund(invoiceId, { refundAddress: 'wrong-address' });

    expect(body).toMatchObject({ status: 'FAILED', failure: 'Invalid payout_address: [usdtbsc] [wrong-address]' });
    await world.gateway.expectPublished(paymentId, [...paid, requested, failed]);
  });
});
