import { type WirePayout } from '@repasse/provider-sandbox/testing/coin-payouts';
import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { payoutEnv, startWithdrawals, withdrawal, type Withdrawals } from './support/withdrawals';

const begun = ['requested', 'confirming'];
const all = [...begun, 'settled'];
const secondMs = 1_000;

let clock: FakeClock;
let world: Withdrawals;

beforeAll(async () => {
  clock = fakeClock('2026-11-20T15:00:00.000Z');
  world = await startWithdrawals(clock);
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const operation of ['estimate', 'sign_in', 'create_payout', 'verify_payout', 'get_payout'] as const) {
    world.api.always(operation, undefined);
  }
  await world.api.haveFunds(1_000_000);
});

const finish = (payout: WirePayout, status = 'FINISHED', error: string | null = null): Promise<void> =>
  world.api.changePayout(payout, { status, error, hash: status === 'FINISHED' ? '0x8d3c' : null });
const onlySent = async (withdrawalId: string): Promise<WirePayout> => {
  const [sent, ...more] = await world.api.sentOf(withdrawalId);
  if (sent === undefined || more.length > 0) throw new Error(`Not one payout was let go for ${withdrawalId}.`);
  return sent;
};
/** Moves the clock in small steps until something holds. */
const inTime = (probe: () => boolean | Promise<boolean>): Promise<unknown> =>
  eventually(
    async () => {
      clock.advance(5 * secondMs);
      return probe();
    },
    { timeoutMs: 15_000 },
  );
const sent = (withdrawalId: string): Promise<unknown> =>
  inTime(async () => (await world.api.sentOf(withdrawalId)).length > 0);
const rowOf = async (withdrawalId: string) => {
  const [row] = await world.gateway.db.query<{ status: string; asked_count: number; due_at: string | null }>(
    'select status, asked_count, due_at from payouts where withdrawal_id = $1',
    [withdrawalId],
  );
  return row;
};
const comesTo = (withdrawalId: string, status: string): Promise<unknown> =>
  eventually(async () => (await rowOf(withdrawalId))?.status === status);
const waitingSeconds = async (): Promise<number> =>
  Number((await world.gateway.metric('repasse_payouts_waiting_seconds')).split(' ').at(-1));

describe('a withdrawal', () => {
  it('is paid out in the coin, less the spread, and published at each step', async () => {
    const withdrawalId = await world.withdraw();
    await world.expectPublished(withdrawalId, begun);
    const payout = await onlySent(withdrawalId);
    // 500.00 / (5.40 × 1.03) = 89.8957…
    expect(payout).toMatchObject({ amount: '89.89', currency: 'usdtbsc', unique_external_id: withdrawalId });
    await finish(payout);
    expect(await world.notify(payout)).toBe(204);

    const [requested, confirming, settled] = await world.expectPublished(withdrawalId, all);
    expect(requested?.data).toMatchObject({ withdrawalId, invoiceId: expect.any(Number), payAddress: payout.address });
    expect(confirming?.data).toMatchObject({ providerReference: payout.id, payAmount: '89.89' });
    expect(settled?.data).toMatchObject({ transactionHash: '0x8d3c', payCurrency: 'USDTBSC', amountMinor: 50_000 });
  });

  it('takes a number between those of payments', async () => {
    const one = await world.withdraw();
    await world.expectPublished(one, begun);
    const two = await world.withdraw();
    const [first] = await world.expectPublished(one, begun);
    const [second] = await world.expectPublished(two, begun);
    const numbers = [first, second].map((event) => (event?.data as { invoiceId: number }).invoiceId);

    expect(numbers[1]).toBeGreaterThan(numbers[0] ?? Number.NaN);
  });

  it('that comes twice is one payout', async () => {
    const data = withdrawal();
    const type = 'repasse.withdrawal.requested.v1';
    const event = await world.gateway.bus.tell(type, data.withdrawalId, data);
    await world.gateway.bus.publish([event]);
    await world.gateway.bus.tell(type, data.withdrawalId, data);
    await world.expectPublished(data.withdrawalId, begun);
    // Whatever was to come of the repeats has come by the time a later one is done.
    await world.expectPublished(await world.withdraw(), begun);

    expect(await world.api.payoutsOf(data.withdrawalId)).toHaveLength(1);
  });

  it('that says something else the second time is held for a person, and nothing more is paid', async () => {
    const data = withdrawal();
    await world.gateway.bus.tell('repasse.withdrawal.requested.v1', data.withdrawalId, data);
    const other = { ...data, payAddress: '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead' };
    await world.gateway.bus.tell('repasse.withdrawal.requested.v1', data.withdrawalId, other);

    const name = 'repasse_consumer_parked_aggregates{topic="withdrawal.events.v1"';
    await eventually(async () => (await world.gateway.metric(name)).endsWith(' 1'));
    await world.expectPublished(data.withdrawalId, begun);
    expect(await onlySent(data.withdrawalId)).toMatchObject({ address: data.payAddress });
  });

  it('is settled by the reconciler when no callback comes', async () => {
    const withdrawalId = await world.withdraw();
    await world.expectPublished(withdrawalId, begun);
    await finish(await onlySent(withdrawalId));
    clock.advance(15 * secondMs);

    await world.expectPublished(withdrawalId, all);
    expect(await rowOf(withdrawalId)).toMatchObject({ status: 'paid', due_at: null });
  });

  it.each(['FAILED', 'REJECTED'])('that the provider has %s says so in its words', async (status) => {
    const withdrawalId = await world.withdraw();
    await world.expectPublished(withdrawalId, begun);
    await finish(await onlySent(withdrawalId), status, 'Transaction failed');
    clock.advance(15 * secondMs);

    const events = await world.expectPublished(withdrawalId, [...begun, 'failed']);
    expect(events.at(-1)?.data).toMatchObject({ failure: 'Transaction failed' });
  });

  it.each([
    ['to a wrong address', { payAddress: 'wrong-address' }, 'Invalid payout_address: [usdtbsc] [wrong-address]'],
    ['in an unknown coin', { payCurrency: 'FOO' }, 'Currency FOO was not found'],
    ['of less than the minimum', { amountMinor: 500 }, 'Invalid amount: min amount is 1'],
    ['of less than a cent', { amountMinor: 5 }, 'The amount cannot be priced.'],
  ])('%s fails, and nothing is sent', async (_, other, failure) => {
    const withdrawalId = await world.withdraw(other);
    const events = await world.expectPublished(withdrawalId, ['requested', 'failed']);

    expect(events.at(-1)?.data).toMatchObject({ failure });
    expect(await world.api.sentOf(withdrawalId)).toEqual([]);
  });

  it('of a coin with a memo says so, cut to the provider’s limit', async () => {
    const withdrawalId = await world.withdraw({ payCurrency: 'BTC', payAddress: `bc1${'q'.repeat(39)}`, memo: '4711' });
    await world.expectPublished(withdrawalId, begun);

    // 89.89 ÷ 91,500 = 0.00098240…
    expect(await onlySent(withdrawalId)).toMatchObject({ currency: 'btc', extra_id: '4711', amount: '0.000982' });
  });
});

/** The states after a crash between two steps: the recorded step, and a lost answer. */
const cutOff = [
  ['pricing it', 'estimate', 'requested'],
  ['signing in', 'sign_in', 'priced'],
  ['asking for it', 'create_payout', 'priced'],
  ['letting it go', 'verify_payout', 'prepared'],
] as const;
const faults = [
  ['was not done', { kind: 'cut', isDone: false }],
  ['was done without an answer', { kind: 'cut', isDone: true }],
  ['was answered by a fault', { kind: 'answer', status: 500, body: {}, isDone: false }],
] as const;

describe('a payout that is cut off', () => {
  describe.each(cutOff)('while %s', (_, operation, status) => {
    it.each(faults)('which %s, is finished and sent once', async (__, fault) => {
      // A token from before would spare the sign-in.
      clock.advance(300 * secondMs);
      world.api.always(operation, fault);
      const withdrawalId = await world.withdraw();
      await comesTo(withdrawalId, status);
      await eventually(() => world.api.count(operation) > 0);
      world.api.always(operation, undefined);

      await inTime(async () => (await rowOf(withdrawalId))?.status === 'processing');
      await finish(await onlySent(withdrawalId));
      clock.advance(15 * secondMs);
      await world.expectPublished(withdrawalId, all);
      expect(await world.api.sentOf(withdrawalId)).toHaveLength(1);
    });
  });

  it('is finished by another process, at the price it had', async () => {
    world.api.always('create_payout', { kind: 'cut', isDone: true });
    const withdrawalId = await world.withdraw();
    await comesTo(withdrawalId, 'priced');
    world.centralBank.rates.set('USD', '9,90000000');
    const other = await world.gateway.startAnother({ clock });
    world.api.always('create_payout', undefined);
    await sent(withdrawalId);
    await other.stop();
    world.centralBank.rates.set('USD', '5,40000000');

    expect(await onlySent(withdrawalId)).toMatchObject({ amount: '89.89' });
  });

  it('is asked about while it is silent, less and less often, and never given up', async () => {
    const withdrawalId = await world.withdraw();
    await world.expectPublished(withdrawalId, begun);
    world.api.always('get_payout', { kind: 'answer', status: 503, body: {}, isDone: false });
    await inTime(async () => ((await rowOf(withdrawalId))?.asked_count ?? 0) >= 4);
    await world.expectPublished(withdrawalId, begun);
    expect(await waitingSeconds()).toBeGreaterThan(0);

    world.api.always('get_payout', undefined);
    await finish(await onlySent(withdrawalId));
    await inTime(async () => (await rowOf(withdrawalId))?.status === 'paid');
  });
});

describe('money never leaves twice', () => {
  it('though several processes are at it at once', async () => {
    const others = await Promise.all([world.gateway.startAnother({ clock }), world.gateway.startAnother({ clock })]);
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.withdraw()));
    for (const id of ids) await world.expectPublished(id, begun);
    await Promise.all(others.map((other) => other.stop()));

    for (const id of ids) expect(await world.api.sentOf(id)).toHaveLength(1);
  });

  it('though the provider has made it more than once: the recorded one is released', async () => {
    for (let count = 0; count < 2; count++) world.api.next('create_payout', { kind: 'silent', isDone: true });
    const withdrawalId = await world.withdraw();
    await sent(withdrawalId);
    await inTime(async () => (await rowOf(withdrawalId))?.status === 'processing');

    expect(await world.api.payoutsOf(withdrawalId)).toHaveLength(3);
    const [, confirming] = await world.expectPublished(withdrawalId, begun);
    const { providerReference: id } = confirming?.data as { providerReference: string };
    expect(await world.api.sentOf(withdrawalId)).toMatchObject([{ id }]);
  });

  it('though the provider makes something else of it', async () => {
    world.api.next('create_payout', {
      kind: 'answer',
      status: 200,
      body: { id: '1', withdrawals: [{ id: '2', batch_withdrawal_id: '1', status: 'CREATING', ...otherwise }] },
      isDone: false,
    });
    const withdrawalId = await world.withdraw();
    await sent(withdrawalId);

    expect(await onlySent(withdrawalId)).toMatchObject({ amount: '89.89' });
  });

  it('though it is sent after it was said to have failed, which is shown', async () => {
    const withdrawalId = await world.withdraw();
    await world.expectPublished(withdrawalId, begun);
    const payout = await onlySent(withdrawalId);
    await finish(payout, 'FAILED', 'Transaction failed');
    await world.notify(payout);
    await world.expectPublished(withdrawalId, [...begun, 'failed']);
    await finish(payout);
    await world.notify(payout);

    const contradicted = 'repasse_payout_steps_total{provider="NOWPAYMENTS",outcome="contradicted"';
    await eventually(async () => (await world.gateway.metric(contradicted)).endsWith(' 1'));
    await world.expectPublished(withdrawalId, [...begun, 'failed']);
  });
});

const otherwise = { address: '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f', currency: 'usdtbsc', amount: '900' };

describe('a payout waits, and is shown to', () => {
  it('while the account is empty', async () => {
    await world.api.haveFunds(10);
    const withdrawalId = await world.withdraw();
    await comesTo(withdrawalId, 'priced');
    await inTime(async () => ((await rowOf(withdrawalId))?.asked_count ?? 0) >= 2);
    await world.expectPublished(withdrawalId, ['requested']);
    expect(await world.gateway.metric('repasse_payout_steps_total')).toContain('outcome="unfunded"');
    expect(await waitingSeconds()).toBeGreaterThan(0);

    await world.api.haveFunds(1_000_000);
    await sent(withdrawalId);
  });

  it('while no code is taken', async () => {
    const body = { code: 'INVALID_VERIFICATION_CODE', message: 'Invalid verification code' };
    world.api.always('verify_payout', { kind: 'answer', status: 400, body, isDone: false });
    const withdrawalId = await world.withdraw();
    await comesTo(withdrawalId, 'prepared');
    await inTime(async () => ((await rowOf(withdrawalId))?.asked_count ?? 0) >= 1);
    await world.expectPublished(withdrawalId, ['requested']);

    world.api.always('verify_payout', undefined);
    await sent(withdrawalId);
  });

  it('while a payout’s status is unknown', async () => {
    const withdrawalId = await world.withdraw();
    await world.expectPublished(withdrawalId, begun);
    const payout = await onlySent(withdrawalId);
    await finish(payout);
    await world.api.changePayout(payout, { amount: '1' });
    const before = world.api.count('get_payout');
    await world.notify(payout);
    await eventually(() => world.api.count('get_payout') > before);
    await world.expectPublished(withdrawalId, begun);

    await world.api.changePayout(payout, { amount: '89.89' });
    await inTime(async () => (await rowOf(withdrawalId))?.status === 'paid');
  });
});

describe('a gateway without', () => {
  it('rates prices nothing until there are some', async () => {
    const other = fakeClock('2026-11-20T15:00:00.000Z');
    const without = await startWithdrawals(other);
    without.centralBank.rates.clear();
    const withdrawalId = await without.withdraw();
    await without.expectPublished(withdrawalId, ['requested']);
    await eventually(async () =>
      (await without.gateway.metric('repasse_payout_steps_total')).includes('rates_unavailable'),
    );

    without.centralBank.rates.set('USD', '5,40000000');
    await eventually(async () => {
      other.advance(5 * secondMs);
      return (await without.api.sentOf(withdrawalId)).length === 1;
    });
    await without.stop();
  });

  it('an account to pay from lets withdrawals wait, and shows it', async () => {
    const without = await startWithdrawals(fakeClock('2026-11-20T15:00:00.000Z'), {});
    const withdrawalId = await without.withdraw();
    await without.expectPublished(withdrawalId, ['requested']);

    await eventually(async () =>
      (await without.gateway.metric('repasse_payout_steps_total')).includes('not_configured'),
    );
    await without.stop();
    expect(Object.keys(payoutEnv)).toHaveLength(3);
  });
});
