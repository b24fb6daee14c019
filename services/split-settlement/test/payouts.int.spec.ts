import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { validateEvent, type AnyEvent, type EventType } from '@repasse/contracts';
import { checkLedger } from '../src/store/check-ledger';
import { findPayout } from '../src/store/payouts/list-payouts';
import { listEntries } from '../src/store/list-entries';
import { paidCharge, refundEvent } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { startService, tokenOf, type RunningService } from './support/running-service';
import { ask, endedAt, fundsFor, payoutEvent, termsFor } from './support/withdrawals';

const requested = 'repasse.payout.requested.v1';
const settled = 'repasse.payout.settled.v1';
const failed = 'repasse.payout.failed.v1';

describe('the gateway’s events of a payout', () => {
  let ledger: LedgerDatabase;
  beforeAll(async () => {
    ledger = await openLedgerDatabase('payouts');
  });
  afterEach(async () => {
    expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
  });
  afterAll(() => ledger.close());

  let nextUserId = 40_000;
  /** 40.00 of 100.00 on their way out. */
  const freshWithdrawal = async () => {
    const terms = termsFor(++nextUserId, 4_000);
    await ledger.tell(fundsFor(terms.userId, 10_000));
    await ask(ledger, terms);
    return terms;
  };
  const heldBy = async (userId: number): Promise<Record<string, number>> => {
    const all = Object.entries(await ledger.balances());
    const own = all.filter(([account, balance]) => account.endsWith(`:${userId}`) && balance !== 0);
    return Object.fromEntries(own.map(([account, balance]) => [account.replace(/:.*/, ''), balance]));
  };
  const standingOf = async (withdrawalId: string) => {
    const [row] = await ledger.db.query('select * from withdrawals where withdrawal_id = $1', [withdrawalId]);
    return row;
  };
  const saidOf = (withdrawalId: string) =>
    ledger.db.query<{ type: EventType; payload: object }>(
      'select type, payload from outbox where aggregateid = $1 order by id',
      [withdrawalId],
    );
  const tell = async (...events: readonly AnyEvent[]): Promise<void> => {
    for (const event of events) await ledger.tell(event);
  };

  it('numbers the invoice, once', async () => {
    const terms = await freshWithdrawal();
    await tell(payoutEvent(requested, terms, { invoiceId: 50_123 }));

    expect(await standingOf(terms.withdrawalId)).toMatchObject({ status: 'pending', invoice_id: 50_123 });
    expect(await heldBy(terms.userId)).toEqual({ user_available: 6_000, withdrawal_held: 4_000 });
  });

  it('settled, is the provider’s money, booked and said once', async () => {
    const terms = await freshWithdrawal();
    const before = (await ledger.balances())['provider_clearing:CRYPTO'] ?? 0;
    const transactionHash = '0x9fc3';
    const event = payoutEvent(settled, terms, { settledAt: endedAt, transactionHash });
    await tell(event, event);

    expect(await heldBy(terms.userId)).toEqual({ user_available: 6_000 });
    expect((await ledger.balances())['provider_clearing:CRYPTO']).toBe(before + 4_000);
    expect(await standingOf(terms.withdrawalId)).toMatchObject({ status: 'paid', failure: null });
    const said = await saidOf(terms.withdrawalId);
    expect(said.map(({ type }) => type)).toEqual(['repasse.withdrawal.requested.v1', 'repasse.withdrawal.paid.v1']);
    for (const { type, payload } of said) expect(validateEvent(type, payload)).toEqual([]);
    expect(said.at(-1)?.payload).toMatchObject({ transactionHash });
    expect(await findPayout(ledger.db, terms.withdrawalId)).toMatchObject({ transactionHash, endToEndId: null });
  });

  it('failed, is the user’s money again, booked and said once', async () => {
    const terms = await freshWithdrawal();
    const event = payoutEvent(failed, terms, { failure: 'Invalid payout address.' });
    await tell(event, event);

    expect(await heldBy(terms.userId)).toEqual({ user_available: 10_000 });
    expect(await standingOf(terms.withdrawalId)).toMatchObject({
      status: 'failed',
      failure: 'Invalid payout address.',
    });
    const said = await saidOf(terms.withdrawalId);
    expect(said).toHaveLength(2);
    expect(said[1]).toMatchObject({
      type: 'repasse.withdrawal.failed.v1',
      payload: { withdrawalId: terms.withdrawalId, amountMinor: 4_000, failure: 'Invalid payout address.' },
    });
    expect(validateEvent('repasse.withdrawal.failed.v1', said[1]?.payload)).toEqual([]);
  });

  it('failed, repays a debt before it is the user’s', async () => {
    const terms = await freshWithdrawal();
    const shares = [{ userId: terms.userId, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }];
    const charge = paidCharge({ userId: terms.userId, shares, sharedAmountMinor: 0 });
    await ledger.book(charge);
    await ask(ledger, termsFor(terms.userId, 6_000 + 9_901));
    await ledger.tell(refundEvent(charge, 10_000));
    expect(await heldBy(terms.userId)).toEqual({ user_debt: -10_000, withdrawal_held: 19_901 });

    await tell(payoutEvent(failed, terms));
    expect(await heldBy(terms.userId)).toEqual({ user_debt: -6_000, withdrawal_held: 15_901 });
  });

  it.each([
    ['failed of what is paid', settled, failed],
    ['settled of what failed', failed, settled],
  ] as const)('%s moves nothing and is held back', async (_what, first, second) => {
    const terms = await freshWithdrawal();
    await tell(payoutEvent(first, terms));
    const before = await heldBy(terms.userId);

    await expect(tell(payoutEvent(second, terms))).rejects.toMatchObject({ code: 'ledger.withdrawal_refused' });
    expect(await heldBy(terms.userId)).toEqual(before);
  });

  it('of another amount moves nothing and is held back', async () => {
    const terms = await freshWithdrawal();
    const event = payoutEvent(settled, { ...terms, amountMinor: 3_999 });

    await expect(tell(event)).rejects.toMatchObject({ code: 'ledger.withdrawal_refused', isRetryable: false });
    expect(await heldBy(terms.userId)).toEqual({ user_available: 6_000, withdrawal_held: 4_000 });
  });

  it.each([requested, settled, failed] as const)('%s of an unknown withdrawal is held back', async (type) => {
    await expect(tell(payoutEvent(type, termsFor(1, 4_000)))).rejects.toMatchObject({
      code: 'ledger.withdrawal_refused',
    });
  });

  it('stands among the user’s entries with the withdrawal’s id', async () => {
    const terms = await freshWithdrawal();
    await tell(payoutEvent(failed, terms));
    const { withdrawalId, userId } = terms;
    const entries = (await listEntries(ledger.db, { userId }, undefined, 10)).filter((each) => each.withdrawalId);

    expect(entries).toMatchObject([
      { transactionKind: 'WITHDRAWAL_REVERSED', accountKind: 'user_available', direction: 'credit', withdrawalId },
      { transactionKind: 'WITHDRAWAL_REVERSED', accountKind: 'withdrawal_held', direction: 'debit', withdrawalId },
      { transactionKind: 'WITHDRAWAL_REQUESTED', accountKind: 'withdrawal_held', direction: 'credit', withdrawalId },
      { transactionKind: 'WITHDRAWAL_REQUESTED', accountKind: 'user_available', direction: 'debit', withdrawalId },
    ]);
  });

  it('that has money held and no withdrawal open is found by the check', async () => {
    const { withdrawalId, userId } = await freshWithdrawal();
    const set = (status: string) =>
      ledger.db.query('update withdrawals set status = $2 where withdrawal_id = $1', [withdrawalId, status]);
    await set('paid');

    expect(await checkLedger(ledger.db)).toMatchObject({
      isBalanced: false,
      unexplainedAccounts: [{ accountId: `withdrawal_held:${userId}`, postedMinor: 4_000, explainedMinor: 0 }],
    });
    await set('pending');
  });
});

describe('a withdrawal on the bus', () => {
  let service: RunningService;
  const userId = 50_001;
  const asked = { userId, amountMinor: 4_000 };
  let paid = { ...asked, withdrawalId: '' };
  let lost = { ...asked, withdrawalId: '' };
  const shown = async ({ withdrawalId }: typeof paid) =>
    (await service.get(`/withdrawals/${withdrawalId}`, tokenOf(userId))).body;
  const balance = async () => (await service.get('/balance', tokenOf(userId))).body;
  const measured = async (line: RegExp) => line.exec(await service.metric())?.[1];
  const waitedSeconds = /^repasse_withdrawals_open_oldest_seconds\{.*\} (\d+)$/m;

  beforeAll(async () => {
    service = await startService('payouts bus');
    await service.publish([fundsFor(userId, 10_000)]);
    await eventuallyHolds(async () => expect(await balance()).toMatchObject({ available: '100.00' }));
    const body = { amount: '40.00', payCurrency: 'BTC', payAddress: 'bc1qexampleaddress' };
    const token = tokenOf(userId, 'CUSTOMER', 'withdrawals:write');
    const ask = async () => String((await service.post('/withdrawals', { token, body })).body['id']);
    paid = { ...asked, withdrawalId: await ask() };
    lost = { ...asked, withdrawalId: await ask() };
  });
  afterAll(() => service.stop());

  it('is measured while it is open', async () => {
    service.clock.advance(90_000_000);

    await eventuallyHolds(async () => expect(await measured(waitedSeconds)).toBe('90000'));
    const total = /^repasse_ledger_account_total_minor\{.*kind="withdrawal_held".*\} (\d+)$/m;
    await eventuallyHolds(async () => expect(await measured(total)).toBe('8000'));
  });

  it('is paid, with the number of its invoice', async () => {
    await service.publish([payoutEvent(requested, paid, { invoiceId: 50_200 }), payoutEvent(settled, paid, {}, 2)]);

    await eventuallyHolds(async () =>
      expect(await shown(paid)).toMatchObject({ status: 'PAID', invoiceId: 50_200, failure: null }),
    );
    expect(await balance()).toMatchObject({ available: '20.00', withdrawing: '40.00' });
    const count = /^repasse_withdrawals_total\{.*outcome="paid".*\} (\d+)$/m;
    await eventuallyHolds(async () => expect(await measured(count)).toBe('1'));
  });

  it('fails, which is said behind that it was asked for', async () => {
    await service.publish([payoutEvent(failed, lost, { failure: 'Invalid payout address.' })]);

    await eventuallyHolds(async () =>
      expect(await shown(lost)).toMatchObject({ status: 'FAILED', failure: 'Invalid payout address.' }),
    );
    expect(await balance()).toMatchObject({ available: '60.00', withdrawing: '0.00' });
    await eventuallyHolds(async () => {
      const said = await service.publishedOfWithdrawal(lost.withdrawalId);
      expect(said.map(({ headers }) => [headers['ce_type'], headers['ce_position']])).toEqual([
        ['repasse.withdrawal.requested.v1', '1'],
        ['repasse.withdrawal.failed.v1', '2'],
      ]);
    });
    const count = /^repasse_withdrawals_total\{.*outcome="failed".*\} (\d+)$/m;
    await eventuallyHolds(async () => expect(await measured(count)).toBe('1'));
    await eventuallyHolds(async () => expect(await measured(waitedSeconds)).toBe('0'));
  });

  it('of an unknown withdrawal is parked', async () => {
    const { withdrawalId: key, ...unknown } = termsFor(userId, 100);
    await service.publish([payoutEvent(settled, { ...unknown, withdrawalId: key })]);

    await eventuallyHolds(async () =>
      expect(await service.db.query("select key from consumed_positions where parked_reason = 'poison'")).toEqual([
        { key },
      ]),
    );
  });
});
