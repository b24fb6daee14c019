import { eventually } from '@repasse/chassis/testing/eventually';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { main } from '../src/trial-balance';
import { ana, eventOf, paidCharge, paidEvent, refundEvent, surplusEvent } from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';

let service: RunningService;
const charge = paidCharge();
const [paid, refund] = [paidEvent(charge), refundEvent(charge, 1_000)];
const coins = { chargeId: null, attemptId: null, userId: 4001, paymentMethod: 'CRYPTO', currency: 'USD' } as const;

beforeAll(async () => {
  service = await startService('trial balance');
  const surplus = { surplusAmountMinor: 500, handling: 'HOLD' } as const;
  await service.publish([
    paid,
    refund,
    surplusEvent('repasse.charge.surplus_received.v1', charge, surplus, 3),
    // What the service consumes beside money is no part of the books.
    eventOf('repasse.user.suspended.v1', '4002', 1, '2026-01-02T12:00:00.000Z', { userId: 4002 }),
    eventOf('repasse.payment.received.v1', 'pay_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', 1, '2026-01-02T12:00:00.000Z', {
      ...{ ...coins, paymentId: 'pay_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', amountMinor: 9_999 },
    }),
  ]);
  await eventually(async () => {
    const { body } = await service.get('/ledger/check', tokenOf(1, 'ADMIN'));
    const others = await service.db.query(`select from consumed_offsets where topic = 'identity.events.v1'`);
    return (body as { transactionCount: number }).transactionCount === 5 && others.length > 0;
  });
});
afterAll(() => service.stop());

const take = async () => {
  let printed = '';
  const exitCode = await main(service.env, (text) => {
    printed += text;
  });
  return { exitCode, printed };
};

/** What no statement of ours can do: triggers off, as a person with the database's keys might. */
const tamper = (...statements: readonly string[]) =>
  service.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    for (const sql of statements) await tx.query(sql);
  });

/** Gives Ana some centavos more of the fee: debits still equal credits, and the balances follow. */
const giveAway = (minor: number) =>
  [['SHARE_RECEIVED', `user_pending:${ana}`, minor] as const, ['FEE', 'platform_fees', -minor] as const].flatMap(
    ([kind, account, change]) => [
      `update postings set amount_minor = amount_minor + ${change}, balance_after_minor = balance_after_minor + ${change}
     where kind = '${kind}' and account_id = '${account}' and currency = 'BRL'`,
      `update balances set balance_minor = balance_minor + ${change} where account_id = '${account}' and currency = 'BRL'`,
    ],
  );

describe('a trial balance', () => {
  it('prints the accounts by kind and what the events come to, and finds nothing in books that are right', async () => {
    const { exitCode, printed } = await take();

    expect(printed).toContain('Trial balance of 5 transactions, booked from 4 events');
    expect(printed).toMatch(/^platform_fees +BRL +1 +0\.00 +0\.99 +0\.99 +0\.00$/m);
    expect(printed).toMatch(/^user_available +BRL +3 +10\.00 +99\.01 +89\.01 +0\.00$/m);
    expect(printed).toMatch(/^provider_clearing:PIX +BRL +-95\.00 +-95\.00 +0\.00$/m);
    expect(printed).toMatch(/^provider_clearing:CRYPTO +USD +-99\.99 +-99\.99 +0\.00$/m);
    expect(printed).toContain('No differences');
    expect(exitCode).toBe(0);
  });

  it.each([
    [
      'a balance',
      [`update balances set balance_minor = balance_minor + 1 where account_id = 'user_available:${ana}'`],
      [`update balances set balance_minor = balance_minor - 1 where account_id = 'user_available:${ana}'`],
      `The balance of user_available:${ana} says`,
    ],
    [
      'the running balance of an entry',
      [
        `update postings set balance_after_minor = 1 where kind = 'FEE' and account_id = 'platform_fees' and currency = 'BRL'`,
      ],
      [
        `update postings set balance_after_minor = 99 where kind = 'FEE' and account_id = 'platform_fees' and currency = 'BRL'`,
      ],
      'of platform_fees (txn_',
    ],
    [
      'a share, at the cost of the fee, and the balances',
      giveAway(50),
      giveAway(-50),
      `Event ${paid.id} (repasse.charge.paid.v1 of ${charge.chargeId}) moves user:${ana} by 19.80; booked are 20.30.`,
    ],
    [
      'the event of a transaction',
      [`update ledger_transactions set event_id = 'evt_unknown' where kind = 'SPLIT_REVERSED'`],
      [`update ledger_transactions set event_id = '${refund.id}' where kind = 'SPLIT_REVERSED'`],
      'was booked from no event that the ledger has consumed.',
    ],
    [
      'the account of a receipt, to another one of the same user',
      [
        `update postings set account_id = 'user_available:1001' where kind = 'GROSS' and account_id = 'user_pending:1001'`,
      ],
      [
        `update postings set account_id = 'user_pending:1001' where kind = 'GROSS' and account_id = 'user_available:1001'`,
      ],
      `Event ${paid.id} (repasse.charge.paid.v1 of ${charge.chargeId}) moves user_pending:1001 (GROSS) by 100.00; booked are 0.00.`,
    ],
    [
      'a day that is added up for reports',
      [`insert into fee_days values (1001, '2025-12-31', 'PIX', 'BRL', 1, 10000, 99)`],
      [`delete from fee_days where day = '2025-12-31'`],
      'The fees of user 1001 on 2025-12-31 by PIX are kept as 100.99; they add up to 0.00.',
    ],
    [
      'what is remembered of an event',
      [`update booked_events set sha256 = reverse(sha256) where event_id = '${refund.id}'`],
      [`update booked_events set sha256 = reverse(sha256) where event_id = '${refund.id}'`],
      `Event ${refund.id} (repasse.charge.refunded.v1 of ${charge.chargeId}) does not say on the bus what it said`,
    ],
  ])('finds and names %s that was altered, and fails', async (_what, alter, restore, named) => {
    await tamper(...alter);
    const { exitCode, printed } = await take();
    await tamper(...restore);

    expect(printed).toContain(named);
    expect(exitCode).toBe(1);
    expect((await take()).exitCode).toBe(0);
  });

  it('finds and names an event that was altered on the bus', async () => {
    const alter = async (from: number, to: number) => {
      const bus = openDatabase({ url: service.env['BUS_POSTGRES_URL'] ?? '', name: 'altered bus' });
      await bus.query(
        `update bus_messages set value = replace(value::text, '"amountMinor":${from}', '"amountMinor":${to}')::json
         where key = $1 and headers ->> 'ce_type' = 'repasse.charge.refunded.v1'`,
        [charge.chargeId],
      );
      await bus.close();
    };
    await alter(1_000, 999);
    const { exitCode, printed } = await take();
    await alter(999, 1_000);

    expect(printed).toContain(`Event ${refund.id} (repasse.charge.refunded.v1 of ${charge.chargeId}) does not say`);
    expect(printed).toContain('moves provider_clearing:PIX by 9.99; booked are 10.00.');
    expect(exitCode).toBe(1);
    expect((await take()).exitCode).toBe(0);
  });

  it('names a stored event that cannot be read, and ends', async () => {
    const alter = async (from: string, to: string) => {
      const bus = openDatabase({ url: service.env['BUS_POSTGRES_URL'] ?? '', name: 'damaged bus' });
      await bus.query(
        `update bus_messages set value = replace(value::text, $2, $3)::json
         where key = $1 and headers ->> 'ce_type' = 'repasse.charge.refunded.v1'`,
        [charge.chargeId, from, to],
      );
      await bus.close();
    };
    await alter('"amountMinor":', '"amountGone":');
    const { exitCode, printed } = await take();
    await alter('"amountGone":', '"amountMinor":');

    expect(printed).toContain(
      `Event ${refund.id} (repasse.charge.refunded.v1 of ${charge.chargeId}) cannot be read on the bus (charge.events.v1`,
    );
    expect(exitCode).toBe(1);
    expect((await take()).exitCode).toBe(0);
  });

  it('tells of events that wait', async () => {
    const late = paidCharge();
    await service.publish([refundEvent(late, 100, {}, 1)]);
    await eventually(async () =>
      (await take()).printed.includes(`The events of ${late.chargeId} on charge.events.v1 wait`),
    );

    expect((await take()).exitCode).toBe(1);
  });
});
