import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type Overrides } from '../src/main';
import { type Merchant, startMerchant } from './support/merchant';
import { guardTimings } from './support/gateway';

const scopes = ['payments:read'];
const minuteMs = 60_000;

let clock: FakeClock;
let merchant: Merchant;

const start = async (nowIso: string, overrides: Overrides = {}): Promise<void> => {
  clock = fakeClock(nowIso);
  merchant = await startMerchant({ clock, guardTimings, ...overrides });
};

const ask = async (method: 'GET' | 'POST', path: string, body?: object, as?: string): Promise<TestAnswer> => {
  // Time is moved by days here, and a token lives for an hour.
  const token = as ?? (await merchant.token({ scopes, profile: 'OPERATOR' }));
  return merchant.gateway.call(method, path, { token, body });
};

interface Check {
  readonly id: string;
  readonly date: string;
  readonly status: string;
  readonly differences: readonly Record<string, unknown>[];
}

const checked = async (date: string): Promise<Check> => {
  const { status, body } = await ask('POST', '/statement-checks', { provider: 'PIX_BCB', date });
  expect(status).toBe(200);
  const [check, ...others] = body['data'] as Check[];
  if (check === undefined || others.length > 0) throw new Error('Not one check.');
  return check;
};

const inAnHour = (): string => new Date(clock.now().getTime() + 60 * minuteMs).toISOString();
const offered = () => merchant.offered({ expiresAt: inAnHour() });
const noonOf = (date: string): string => `${date}T15:00:00.000Z`;
/** Paid at noon of a day; no callback comes, and the reconciler's time has not come. */
const paidWithoutCallback = async (date: string) => {
  const payment = await offered();
  return { ...payment, endToEndId: await merchant.bank.pay(payment.txid, { horario: noonOf(date) }) };
};
const paidWithCallback = async (date: string) => {
  const payment = await paidWithoutCallback(date);
  await merchant.gateway.callback({ pix: [{ txid: payment.txid }] });
  await merchant.gateway.expectPublished(payment.paymentId, ['requested', 'offered', 'received']);
  return payment;
};
const metric = (name: string): Promise<string> => merchant.gateway.metric(name);

describe('a requested statement', () => {
  beforeAll(() => start('2026-11-21T18:00:00.000Z'));
  afterAll(() => merchant.stop());
  afterEach(() => {
    for (const operation of ['list_pix', 'get_cob'] as const) merchant.bank.always(operation, undefined);
    merchant.bank.tamperList(undefined);
  });

  it('differs in nothing when every receipt was recorded', async () => {
    await paidWithCallback('2026-11-01');
    await paidWithCallback('2026-11-01');
    merchant.bank.pageBy(1);
    const check = await checked('2026-11-01');
    merchant.bank.pageBy(1_000);

    expect(check).toMatchObject({
      provider: 'PIX_BCB',
      status: 'DONE',
      failure: null,
      coveredUntil: '2026-11-02T03:00:00.000Z',
      listedCount: 2,
      recordedCount: 2,
      differencesCount: 0,
      differences: [],
      nextCheckAt: null,
    });
  });

  it('finds a receipt whose callback was lost, and the payment is paid', async () => {
    const { paymentId, invoiceId, endToEndId } = await paidWithoutCallback('2026-11-02');
    await paidWithCallback('2026-11-02');

    expect(await checked('2026-11-02')).toMatchObject({
      status: 'DONE',
      listedCount: 2,
      recordedCount: 1,
      openCount: 0,
      differences: [
        {
          kind: 'MISSING_HERE',
          status: 'REPAIRED',
          providerReference: endToEndId,
          paymentId,
          invoiceId,
          listed: { amount: '100.00', currency: 'BRL' },
          recorded: null,
          receivedAt: noonOf('2026-11-02'),
        },
      ],
    });
    await merchant.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    expect(await metric('repasse_receipts_total')).toContain('source="statement"');
  });

  it('shows what it has repaired when it is asked for again, and finds nothing new', async () => {
    await paidWithoutCallback('2026-11-03');
    const first = await checked('2026-11-03');
    const again = await checked('2026-11-03');

    expect(again).toMatchObject({ id: first.id, recordedCount: 1, triedCount: 2, differences: first.differences });
  });

  it('reports money for nothing we know, and invents no payment for it', async () => {
    const [before] = await merchant.gateway.db.query<{ count: number }>('select count(*) as count from payments');
    const txid = '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';
    await merchant.bank.receive({ endToEndId: 'E0', valor: '7.00', horario: noonOf('2026-11-04') });
    await merchant.bank.receive({ endToEndId: 'E1', txid, valor: '8.00', horario: noonOf('2026-11-04') });
    const { differences } = await checked('2026-11-04');

    const unknown = { kind: 'UNKNOWN_PAYMENT', status: 'OPEN', paymentId: null, invoiceId: null, recorded: null };
    expect(differences).toMatchObject([
      { ...unknown, providerReference: 'E0', listed: { amount: '7.00', currency: 'BRL' } },
      { ...unknown, providerReference: 'E1', listed: { amount: '8.00', currency: 'BRL' } },
    ]);
    expect(await merchant.gateway.db.query('select count(*) as count from payments')).toEqual([before]);
    expect(await metric('repasse_statement_differences')).toMatch(/kind="UNKNOWN_PAYMENT".* 2$/m);
  });

  it('reports a receipt that the bank does not list, until it does', async () => {
    const { endToEndId, paymentId } = await paidWithCallback('2026-11-05');
    merchant.bank.tamperList((pix) => (pix['endToEndId'] === endToEndId ? [] : [pix]));
    const missing = { kind: 'MISSING_THERE', providerReference: endToEndId, paymentId, listed: null };
    expect(await checked('2026-11-05')).toMatchObject({
      status: 'DONE',
      openCount: 1,
      differences: [{ ...missing, status: 'OPEN', recorded: { amount: '100.00', currency: 'BRL' } }],
    });
    expect(await metric('repasse_statement_differences')).toMatch(/kind="MISSING_THERE".* 1$/m);

    merchant.bank.tamperList(undefined);
    expect(await checked('2026-11-05')).toMatchObject({
      openCount: 0,
      differences: [{ ...missing, status: 'SETTLED' }],
    });
    expect(await metric('repasse_statement_differences')).toMatch(/kind="MISSING_THERE".* 0$/m);
  });

  it('reports an amount that differs, and records nothing', async () => {
    const { paymentId } = await paidWithCallback('2026-11-06');
    merchant.bank.tamperList((pix) => [{ ...pix, valor: '99.99' }]);

    expect((await checked('2026-11-06')).differences).toMatchObject([
      {
        kind: 'AMOUNT_DIFFERS',
        status: 'OPEN',
        paymentId,
        listed: { amount: '99.99', currency: 'BRL' },
        recorded: { amount: '100.00', currency: 'BRL' },
      },
    ]);
    await merchant.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
  });

  it('says nothing of a day when the bank falls silent in the middle', async () => {
    for (let n = 0; n < 3; n++) await paidWithoutCallback('2026-11-07');
    merchant.bank.pageBy(2);
    merchant.bank.next('list_pix', { kind: 'meanwhile', run: () => Promise.resolve() });
    merchant.bank.always('list_pix', { kind: 'answer', status: 503, isDone: false });
    expect(await checked('2026-11-07')).toMatchObject({
      status: 'PENDING',
      failure: 'The provider answered 503.',
      coveredUntil: null,
      listedCount: null,
      differences: [],
      nextCheckAt: new Date(clock.now().getTime() + 5 * minuteMs).toISOString(),
    });
    expect(await metric('repasse_statement_checks_total')).toMatch(/outcome="silent".* 1$/m);

    merchant.bank.always('list_pix', undefined);
    expect(await checked('2026-11-07')).toMatchObject({
      status: 'DONE',
      failure: null,
      openCount: 0,
      differencesCount: 3,
    });
    merchant.bank.pageBy(1_000);
  });

  it('is not done while the bank keeps silent about a payment that misses its money', async () => {
    const { paymentId } = await paidWithoutCallback('2026-11-08');
    merchant.bank.always('get_cob', { kind: 'answer', status: 503, isDone: false });
    const missing = { kind: 'MISSING_HERE', paymentId };
    expect(await checked('2026-11-08')).toMatchObject({
      status: 'PENDING',
      failure: expect.stringContaining('silent') as string,
      openCount: 1,
      differences: [{ ...missing, status: 'OPEN' }],
    });

    merchant.bank.always('get_cob', undefined);
    expect(await checked('2026-11-08')).toMatchObject({
      status: 'DONE',
      differences: [{ ...missing, status: 'REPAIRED' }],
    });
  });

  it('of a day that is not over is made again when it is', async () => {
    const { paymentId, txid } = await offered();
    await merchant.bank.pay(txid, { horario: '2026-11-21T17:59:00.000Z' });

    expect(await checked('2026-11-21')).toMatchObject({
      status: 'PENDING',
      failure: null,
      coveredUntil: clock.now().toISOString(),
      differences: [{ paymentId, status: 'REPAIRED' }],
      nextCheckAt: '2026-11-22T07:00:00.000Z',
    });
  });

  it('is made by one of two concurrent requests', async () => {
    await paidWithoutCallback('2026-11-09');
    merchant.bank.next('list_pix', { kind: 'slow', delayMs: 300 });
    const body = { provider: 'PIX_BCB', date: '2026-11-09' };
    const answers = await Promise.all([ask('POST', '/statement-checks', body), ask('POST', '/statement-checks', body)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'statement_check.under_way',
      retryable: true,
    });
  });

  it('is of every provider when none is named', async () => {
    const { body } = await ask('POST', '/statement-checks', { date: '2026-11-10' });

    expect(body['data']).toMatchObject([{ provider: 'PIX_BCB', status: 'DONE' }]);
  });

  it.each<[string, object, number, string]>([
    ['a day ahead', { date: '2026-11-22' }, 400, 'statement_check.date_ahead'],
    ['no day', {}, 400, 'request.invalid'],
    ['a day there is not', { date: '2026-02-30' }, 400, 'request.invalid'],
    ['a provider not set up', { provider: 'CIELO', date: '2026-11-10' }, 404, 'statement_check.provider_not_found'],
  ])('is refused for %s', async (_, body, status, code) => {
    expect(await ask('POST', '/statement-checks', body)).toMatchObject({ status, body: { code } });
  });

  it('is for staff', async () => {
    const customer = await merchant.token({ scopes, profile: 'CUSTOMER' });
    const withoutScope = await merchant.token({ scopes: [], profile: 'ADMIN' });
    for (const as of [customer, withoutScope]) {
      expect((await ask('POST', '/statement-checks', { date: '2026-11-10' }, as)).status).toBe(403);
      expect((await ask('GET', '/statement-checks', undefined, as)).status).toBe(403);
      expect((await ask('GET', '/statement-checks/stc_1', undefined, as)).status).toBe(403);
    }
  });

  it('can be read again, the newest day first, page by page', async () => {
    for (const date of ['2026-10-01', '2026-10-03', '2026-10-02']) await checked(date);
    const dates: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { status, body } = await ask('GET', `/statement-checks?provider=PIX_BCB&limit=2${from}`);
      expect(status).toBe(200);
      dates.push(...(body['data'] as Check[]).map(({ date }) => date));
      cursor = (body['pagination'] as { nextCursor: string | null }).nextCursor;
    }

    expect(dates.slice(-3)).toEqual(['2026-10-03', '2026-10-02', '2026-10-01']);
    expect(dates).toEqual([...new Set(dates)].sort().reverse());
    expect((await ask('GET', '/statement-checks?provider=CIELO')).body).toMatchObject({ data: [] });
    expect((await ask('GET', '/statement-checks?cursor=nonsense')).status).toBe(400);
  });

  it('can be read by its id', async () => {
    const check = await checked('2026-11-02');

    expect((await ask('GET', `/statement-checks/${check.id}`)).body).toEqual(check);
    expect(await ask('GET', '/statement-checks/stc_1')).toMatchObject({
      status: 404,
      body: { code: 'statement_check.not_found' },
    });
  });
});

describe('a scheduled statement', () => {
  const beforeItsTime = '2026-11-21T06:59:59.000Z';

  beforeEach(() => start(beforeItsTime, { statementPollIntervalMs: 20 }));
  afterEach(() => merchant.stop());

  const newest = async (): Promise<Check & Record<string, unknown>> => {
    const { body } = await ask('GET', '/statement-checks');
    const [check] = body['data'] as (Check & Record<string, unknown>)[];
    if (check === undefined) throw new Error('No check yet.');
    return check;
  };

  it('is checked by itself, hours after the day, and a lost receipt is found', async () => {
    const { paymentId } = await paidWithoutCallback('2026-11-20');
    await eventuallyHolds(async () => {
      expect(await newest()).toMatchObject({ date: '2026-11-20', status: 'PENDING', triedCount: 0 });
    });
    clock.advance(1_000);

    await merchant.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    await eventuallyHolds(async () => {
      expect(await newest()).toMatchObject({ status: 'DONE', triedCount: 1, differences: [{ status: 'REPAIRED' }] });
      const lastSuccess = await metric('repasse_statement_check_last_success_timestamp_seconds');
      expect(lastSuccess).toContain(` ${clock.now().getTime() / 1_000}`);
    });
  });

  it('is checked again, less and less often, until the bank has answered', async () => {
    merchant.bank.always('list_pix', { kind: 'answer', status: 503, isDone: false });
    clock.advance(1_000);
    const pausesMs: number[] = [];
    for (let triedCount = 1; triedCount <= 3; triedCount++) {
      const check = await eventually(async () => {
        const found = await newest();
        return found['triedCount'] === triedCount && found['failure'] !== null && isPut(found) ? found : undefined;
      });
      const pauseMs = Date.parse(String(check['nextCheckAt'])) - clock.now().getTime();
      pausesMs.push(pauseMs);
      clock.advance(pauseMs);
    }
    expect(pausesMs).toEqual([5 * minuteMs, 10 * minuteMs, 20 * minuteMs]);

    merchant.bank.always('list_pix', undefined);
    await eventuallyHolds(async () => {
      clock.advance(60 * minuteMs);
      expect(await newest()).toMatchObject({ status: 'DONE', failure: null });
    });
  });

  /** It has a new time, which lies ahead. */
  const isPut = (check: Record<string, unknown>): boolean =>
    Date.parse(String(check['nextCheckAt'])) > clock.now().getTime();

  it('is checked by one of two processes, and of every day that went by', async () => {
    const other = await merchant.gateway.startAnother({ clock, statementPollIntervalMs: 20 });
    const { paymentId } = await paidWithoutCallback('2026-11-20');
    await eventually(async () => (await newest()).date === '2026-11-20');
    clock.set('2026-11-24T12:00:00.000Z');
    await eventuallyHolds(async () => {
      const { body } = await ask('GET', '/statement-checks');
      const done = (body['data'] as (Check & Record<string, unknown>)[]).map(({ date, status, triedCount }) =>
        [date, status, triedCount].join(' '),
      );
      expect(done).toEqual(['2026-11-23 DONE 1', '2026-11-22 DONE 1', '2026-11-21 DONE 1', '2026-11-20 DONE 1']);
    });
    await other.stop();

    expect(merchant.bank.count('list_pix')).toBe(4);
    const receipts = 'select 1 from receipts where payment_id = $1';
    expect(await merchant.gateway.db.query(receipts, [paymentId])).toHaveLength(1);
  });

  it('is taken up by another process when the first one has died', async () => {
    clock.advance(1_000);
    await eventually(async () => (await newest()).status === 'DONE');
    // The state after a kill: the check taken, and no process that makes it.
    const takenUntil = new Date(clock.now().getTime() + 30 * minuteMs).toISOString();
    const left = `update statement_checks set status = 'PENDING', due_at = $1, taken_until = $2`;
    await merchant.gateway.db.query(left, [clock.now().toISOString(), takenUntil]);
    const answer = await ask('POST', '/statement-checks', { date: '2026-11-20' });
    expect(answer.status).toBe(409);

    clock.set(takenUntil);
    await eventuallyHolds(async () => {
      expect(await newest()).toMatchObject({ status: 'DONE', triedCount: 2 });
    });
  });
});
