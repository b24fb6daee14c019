import { createHash } from 'node:crypto';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import {
  ana,
  bruno,
  disputeEvent,
  eve,
  eventOf,
  olga,
  paidCharge,
  paidEvent,
  paidInternationally,
  refundEvent,
  surplusEvent,
} from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';

const assertDescribed = describedBy('split-settlement');
const staff = tokenOf(1, 'OPERATOR');

let service: RunningService;
const pix = paidCharge();
const card = paidCharge({ paymentMethod: 'CREDIT_CARD', installments: 2 });
const abroad = paidInternationally();
const disputeId = `dsp_${abroad.chargeId.slice(3)}`;

/** The first is paid on the first of January, the others on the second; it is noon of the third. */
beforeAll(async () => {
  service = await startService('reports');
  const toldOf = (chargeId: string, count: number) =>
    eventually(async () => (await service.published(chargeId)).length === count);
  await service.publish([paidEvent(pix)]);
  await toldOf(pix.chargeId, 4);
  service.clock.set('2026-01-02T12:00:00.000Z');
  const onSecond = '2026-01-02T12:00:00.000Z';
  const coins = { chargeId: null, attemptId: null, userId: olga, paymentMethod: 'CRYPTO', currency: 'BRL' } as const;
  await service.publish([
    paidEvent({ ...card, paidAt: onSecond }),
    paidEvent({ ...abroad, paidAt: onSecond }),
    refundEvent(pix, 1_000),
    surplusEvent('repasse.charge.surplus_received.v1', card, { surplusAmountMinor: 250, handling: 'HOLD' }),
    eventOf('repasse.payment.received.v1', 'pay_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', 1, onSecond, {
      ...{ ...coins, paymentId: 'pay_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', amountMinor: 2_000 },
    }),
  ]);
  await toldOf(card.chargeId, 1);
  await toldOf(abroad.chargeId, 1);
  await toldOf(pix.chargeId, 5);
  await service.publish([disputeEvent('repasse.dispute.opened.v1', abroad, disputeId, 4_000, 1)]);
  await eventuallyHolds(async () =>
    expect((await service.get('/balance', tokenOf(olga))).body).toMatchObject({
      ...{ withdrawing: '0.00', held: expect.not.stringMatching(/^0\.00$/) as string, surplus: '2.50' },
    }),
  );
  service.clock.set('2026-01-03T15:00:00.000Z');
});
afterAll(() => service.stop());

const read = async <T = Record<string, unknown>>(path: string, token = tokenOf(olga)): Promise<T> => {
  const answer = await service.get(path, token);
  assertDescribed('GET', path, answer);
  expect(answer.status).toBe(200);
  return answer.body as T;
};

interface StatementView {
  readonly openingBalance: string;
  readonly closingBalance: string;
  readonly accounts: readonly {
    readonly account: string;
    readonly openingBalance: string;
    readonly credits: string;
    readonly debits: string;
    readonly closingBalance: string;
  }[];
  readonly entries: readonly { readonly account: string; readonly direction: string; readonly amount: string }[];
}

const minor = (amount: string): number => Number(amount.replace('.', ''));

const statement = (query: string, token?: string) => read<StatementView>(`/reports/statement?${query}`, token);

describe('GET /reports/statement', () => {
  it('opens with zero, closes with the balance, and adds up between', async () => {
    const all = await statement('from=2026-01-01&to=2026-01-03');
    const balance = await read<Record<string, string>>('/balance');

    expect(all).toMatchObject({ userId: olga, currency: 'BRL', isClosed: false, openingBalance: '0.00' });
    const held = Object.fromEntries(all.accounts.map(({ account, closingBalance }) => [account, closingBalance]));
    expect(held).toEqual({
      ...{ AVAILABLE: balance['available'], PENDING: balance['pending'], RESERVE: balance['reserve'] },
      ...{ HELD: balance['held'], DEBT: '0.00', SURPLUS: balance['surplus'], WITHDRAWING: '0.00', SHARES: '0.00' },
    });
    for (const account of all.accounts) {
      const moved = minor(account.credits) - minor(account.debits);
      expect(minor(account.openingBalance) + moved).toBe(minor(account.closingBalance));
      const entries = all.entries.filter((entry) => entry.account === account.account);
      const sum = entries.reduce(
        (total, { direction, amount }) => total + (direction === 'CREDIT' ? 1 : -1) * minor(amount),
        0,
      );
      expect(sum).toBe(moved);
    }
  });

  it('leads from the opening to the closing balance by its entries in every form, while a surplus is held', async () => {
    const period = 'from=2026-01-01&to=2026-01-03';
    const { openingBalance, closingBalance, entries } = await statement(period);
    const moved = entries.reduce((sum, each) => sum + (each.direction === 'CREDIT' ? 1 : -1) * minor(each.amount), 0);
    const { text: csv } = await service.csv(`/reports/statement?${period}`, tokenOf(olga));
    const closings = csv.split('\r\n').filter((line) => line.includes(',CLOSING_BALANCE,'));
    const { text: ofx } = await service.csv(`/reports/statement?${period}&format=ofx`, tokenOf(olga));
    const balances = [...ofx.matchAll(/<BALAMT>(-?[\d.]+)<\/BALAMT>/g)].map(([, amount = '']) => minor(amount));

    expect(minor(openingBalance) + moved).toBe(minor(closingBalance));
    expect(closings.reduce((sum, line) => sum + minor(line.split(',')[4] ?? ''), 0)).toBe(minor(closingBalance));
    expect(balances.reduce((sum, amount) => sum + amount, 0)).toBe(minor(closingBalance));
  });

  it('opens where the day before closed', async () => {
    const [first, second] = [
      await statement('from=2026-01-01&to=2026-01-01'),
      await statement('from=2026-01-02&to=2026-01-02'),
    ];

    expect(first).toMatchObject({ isClosed: true, closingBalance: '69.21' });
    expect(second.openingBalance).toBe('69.21');
    expect(second.accounts.map(({ openingBalance }) => openingBalance)).toEqual(
      first.accounts.map(({ closingBalance }) => closingBalance),
    );
  });

  it('is CSV whose amounts lead from the opening to the closing balance', async () => {
    const { text, headers } = await service.csv('/reports/statement?from=2026-01-01&to=2026-01-02', tokenOf(olga));
    const [head = '', ...lines] = text.trimEnd().split('\r\n');
    const names = head.split(',');
    const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
    const available = rows.filter(({ account }) => account === 'AVAILABLE');

    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="statement-${olga}-2026-01-01-2026-01-02.csv"`,
    );
    expect(available.at(0)).toMatchObject({ day: '2026-01-01', kind: 'OPENING_BALANCE', balanceAfter: '0.00' });
    const sum = available.reduce((total, { amount = '' }) => total + (amount === '' ? 0 : minor(amount)), 0);
    expect(available.at(-1)).toMatchObject({ day: '2026-01-02', kind: 'CLOSING_BALANCE' });
    expect(minor(available.at(-1)?.['balanceAfter'] ?? '')).toBe(sum);
  });

  it('is OFX where that is asked for, of one account', async () => {
    const path = '/reports/statement?from=2026-01-01&to=2026-01-02&account=AVAILABLE&format=ofx';
    const { text, headers } = await service.csv(path, tokenOf(olga));

    expect(headers.get('content-type')).toBe('application/x-ofx');
    expect(text).toContain(`<ACCTID>${olga}-AVAILABLE</ACCTID>`);
    const amounts = [...text.matchAll(/<TRNAMT>(-?[\d.]+)<\/TRNAMT>/g)].map(([, amount = '']) => minor(amount));
    const closing = /<BALAMT>(-?[\d.]+)<\/BALAMT>/.exec(text)?.[1] ?? '';
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(minor(closing));
    const ids = [...text.matchAll(/<FITID>(\d+)<\/FITID>/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(amounts.length);
    assertDescribed('GET', '/reports/statement', { status: 200, body: text, contentType: 'application/x-ofx' });
  });

  it('of a user without entries is all zero', async () => {
    expect(await statement('from=2026-01-01&to=2026-01-02', tokenOf(eve))).toMatchObject({
      entries: [],
      closingBalance: '0.00',
    });
  });
});

describe('GET /ledger/entries by the kind of transaction', () => {
  it('has every entry of each, which are all entries together', async () => {
    interface Page {
      readonly data: readonly { readonly id: string; readonly transactionKind: string }[];
    }
    const all = (await read<Page>('/ledger/entries?limit=100')).data;
    const kinds = [...new Set(all.map(({ transactionKind }) => transactionKind))];
    expect(kinds.length).toBeGreaterThanOrEqual(6);

    for (const kind of kinds) {
      const { data } = await read<Page>(`/ledger/entries?limit=100&transactionKind=${kind}`);
      expect(data).toEqual(all.filter(({ transactionKind }) => transactionKind === kind));
    }
  });
});

describe('GET /reports/settlement', () => {
  const none = { count: 0, amount: '0.00' };

  it('shows receipts, refunds and disputes by provider, and how its account moved', async () => {
    expect(await read('/reports/settlement?date=2026-01-02', staff)).toMatchObject({
      isClosed: true,
      lines: [
        {
          paymentMethod: 'CREDIT_CARD',
          received: { count: 1, amount: '100.00' },
          surplus: { count: 1, amount: '2.50' },
        },
        { paymentMethod: 'CRYPTO', received: { count: 1, amount: '20.00' }, closingBalance: '20.00' },
        {
          ...{ paymentMethod: 'INTERNATIONAL', received: { count: 1, amount: '100.00' } },
          disputesOpened: { count: 1, amount: '40.00' },
        },
        {
          ...{ paymentMethod: 'PIX', received: none, refunded: { count: 1, amount: '10.00' }, paidOut: none },
          ...{ openingBalance: '100.00', movement: '-10.00', closingBalance: '90.00' },
        },
      ],
    });
  });

  it('is CSV too', async () => {
    const { text } = await service.csv('/reports/settlement?date=2026-01-01', staff);
    expect(text.split('\r\n')).toEqual([
      expect.stringMatching(/^paymentMethod,currency,receivedCount,receivedAmount,/) as string,
      'PIX,BRL,1,100.00,0,0.00,0,0.00,0,0.00,0,0.00,0,0.00,0,0.00,0.00,100.00,100.00,0,0.00',
      '',
    ]);
  });
});

describe('GET /receivables', () => {
  it('shows money to come by day and method, less the amounts taken of it', async () => {
    const { total, data } = await read<{ total: string; data: readonly Record<string, unknown>[] }>(
      '/receivables?from=2026-01-03&to=2026-06-30',
    );
    const balance = await read<Record<string, string>>('/balance');

    expect(data.map(({ day, paymentMethod, account }) => [day, paymentMethod, account])).toEqual(
      expect.arrayContaining([
        ['2026-02-01', 'CREDIT_CARD', 'PENDING'],
        ['2026-03-03', 'CREDIT_CARD', 'PENDING'],
      ]),
    );
    expect(minor(total)).toBe(minor(balance['pending'] ?? '') + minor(balance['reserve'] ?? ''));
  });

  it('of a recipient is theirs alone', async () => {
    const { data } = await read<{ data: readonly { amount: string; day: string }[] }>(
      '/receivables?from=2026-02-01&to=2026-02-01',
      tokenOf(ana),
    );
    expect(data).toMatchObject([{ day: '2026-02-01', amount: '9.90', count: 1 }]);
  });
});

describe('GET /reports/fees', () => {
  it('adds up by month and method', async () => {
    expect((await read('/reports/fees?from=2026-01&to=2026-02'))['data']).toEqual([
      ...['CREDIT_CARD', 'CRYPTO', 'INTERNATIONAL', 'PIX'].map((paymentMethod) => ({
        ...{ month: '2026-01', paymentMethod, currency: 'BRL', payments: 1 },
        ...(paymentMethod === 'CRYPTO'
          ? { grossAmount: '20.00', feeAmount: '0.30' }
          : { grossAmount: '100.00', feeAmount: '0.99' }),
      })),
    ]);
  });

  it('has nothing for a user who only received shares', async () => {
    expect((await read('/reports/fees?from=2026-01&to=2026-01', tokenOf(bruno)))['data']).toEqual([]);
  });
});

describe('GET /reports/closing', () => {
  interface ClosingView {
    readonly days: readonly { readonly day: string; readonly sha256: string; readonly madeAt: string }[];
  }

  it('has the digest of each day that has ended, and the report it was made of', async () => {
    const closing = await read<ClosingView>('/reports/closing?month=2026-01');
    expect(closing).toMatchObject({ isComplete: false, agrees: true, differences: [], userId: olga });
    expect(closing.days.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02']);

    const { text, headers } = await service.csv('/reports/days/2026-01-02', tokenOf(olga));
    const digest = createHash('sha256').update(text).digest();
    expect(closing.days[1]?.sha256).toBe(digest.toString('hex'));
    expect(headers.get('repr-digest')).toBe(`sha-256=:${digest.toString('base64')}:`);
  });

  it('of the platform is for staff', async () => {
    const path = '/reports/closing?month=2026-01&books=PLATFORM';
    expect(await read(path, staff)).toMatchObject({ userId: null, agrees: true });
    expect(await service.get(path, tokenOf(olga))).toMatchObject({ status: 403 });
  });

  it('was made after midnight, before any request', async () => {
    service.clock.set('2026-01-04T03:00:00.000Z');
    await eventuallyHolds(async () => {
      const made = await service.db.query<{ user_id: number | null }>(
        `select user_id from day_reports where day = '2026-01-03'`,
      );
      expect(made.map(({ user_id }) => user_id)).toContain(null);
    });
  });
});

describe('the parameters', () => {
  const day = 'from=2026-01-01&to=2026-01-01';

  it.each([
    ['/reports/statement', 400],
    ['/reports/statement?from=2026-02-30&to=2026-03-01', 400],
    ['/reports/statement?from=2026-01-02&to=2026-01-01', 400],
    ['/reports/statement?from=2024-12-31&to=2026-01-01', 400],
    ['/reports/statement?from=2026-01-01&to=2026-02-01', 400],
    [`/reports/statement?${day}&format=pdf`, 400],
    [`/reports/statement?${day}&user_id=${ana}`, 403],
    ['/reports/settlement?date=2026-01-01', 403],
    ['/receivables?from=2026-01-01&to=2027-06-01', 400],
    [`/receivables?${day}&user_id=${ana}`, 403],
    ['/reports/fees?from=2026-01&to=2027-01', 400],
    ['/reports/fees?from=2026-13&to=2026-13', 400],
    ['/reports/closing?month=2027-01', 400],
    ['/reports/closing?month=january', 400],
    ['/reports/days/2030-01-01', 404],
    ['/reports/days/yesterday', 404],
    ['/reports/days/2015-01-01', 404],
    ['/reports/closing?month=2015-01', 400],
    ['/reports/statement?from=2015-01-01&to=2015-01-01', 400],
    ['/receivables?from=9999-12-31&to=9999-12-31', 200],
    ['/reports/fees?from=9999-12&to=9999-12', 200],
  ])('%s is %i', async (path, status) => {
    const answer = await service.get(path, tokenOf(olga));
    assertDescribed('GET', path, answer);
    expect(answer.status).toBe(status);
  });

  it('needs the scope of balances', async () => {
    expect(await service.get(`/reports/statement?${day}`, tokenOf(olga, 'CUSTOMER', 'charges:read'))).toMatchObject({
      status: 403,
      body: { code: 'auth.scope_missing' },
    });
  });

  it('names every fault at once', async () => {
    const { body } = await service.get('/reports/statement?from=x&to=y&account=z', tokenOf(olga));
    expect((body as { errors: { field: string }[] }).errors.map(({ field }) => field).sort()).toEqual([
      'account',
      'from',
      'to',
    ]);
  });
});
