import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Attempt, type Charge } from '../support/api';
import { payByCard, testCards } from '../support/cards';
import { describeOnMovingClock } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';

type Balance = Readonly<Record<'available' | 'pending' | 'reserve' | 'debt', string>>;
interface Statement {
  readonly openingBalance: string;
  readonly closingBalance: string;
  readonly entries: readonly {
    readonly id: string;
    readonly kind: string;
    readonly direction: string;
    readonly amount: string;
    readonly chargeId: string | null;
  }[];
}

interface Settlement {
  readonly fees: readonly object[];
  readonly shares: readonly { readonly amount: string; readonly calculation: { readonly parts: readonly object[] } }[];
}

interface Closing {
  readonly isComplete: boolean;
  readonly agrees: boolean;
  readonly sha256: string;
  readonly days: readonly { readonly day: string; readonly sha256: string }[];
  readonly differences: readonly string[];
}

const dayMs = 86_400_000;
const minor = (amount: string): number => Number(amount.replace('.', ''));

/** The day in São Paulo. */
const dayAt = (ms: number): string => new Date(ms - 3 * 3_600_000).toISOString().slice(0, 10);

describeOnMovingClock('the books of a month', (stack) => {
  let merchant: MerchantApi;
  let pix: Attempt;
  let startMs: number;
  let month: string;

  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await merchant.get<T>(path);
    expect(status).toBe(200);
    return body;
  };
  const world = () => sandboxWorld(stack.file);
  const today = async (): Promise<string> => dayAt(await world().nowMs());
  const statementOf = (from: string, to: string) => read<Statement>(`/reports/statement?from=${from}&to=${to}`);
  const closing = () => read<Closing>(`/reports/closing?month=${month}&compare=ALL`);

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    startMs = await world().nowMs();
    month = dayAt(startMs).slice(0, 7);
    const split = [{ recipientEmail: stack.file.recipients[0]?.email, kind: 'PERCENT', percent: 20 }];
    pix = (await merchant.createPixCharge({ split })).body;
    await merchant.pay(pix.checkoutMeta.emv);
    const { body: card } = await merchant.post<Charge & { readonly checkoutToken: string }>('/charge', {
      ...{ grossAmount: '90.00', currency: 'BRL' },
    });
    await payByCard(stack.file, { chargeId: card.id, checkoutToken: card.checkoutToken }, testCards.approved);
    for (const chargeId of [pix.chargeId, card.id]) {
      await eventuallyHolds(async () =>
        expect(await merchant.timelineTypes(chargeId)).toContain('repasse.split.settled.v1'),
      );
    }
  });

  it('add up: the statement closes with the balance, gross amounts, fees and shares apart', async () => {
    const statement = await statementOf(dayAt(startMs), await today());
    const balance = await read<Balance>('/balance');

    const held = minor(balance.available) + minor(balance.pending) + minor(balance.reserve);
    expect(minor(statement.closingBalance)).toBe(held);
    expect(statement.openingBalance).toBe('0.00');
    const sum = statement.entries.reduce(
      (total, { direction, amount }) => total + (direction === 'CREDIT' ? 1 : -1) * minor(amount),
      0,
    );
    expect(sum).toBe(held);
    const ofPix = statement.entries.filter(({ chargeId }) => chargeId === pix.chargeId);
    expect(ofPix.map(({ kind, direction, amount }) => `${kind} ${direction} ${amount}`)).toEqual([
      ...['GROSS CREDIT 100.00', 'FEE DEBIT 0.99', 'SHARE_GIVEN DEBIT 19.80'],
      ...['RELEASE DEBIT 79.21', 'RELEASE CREDIT 79.21'],
    ]);
  });

  it('explain each share by the rule that gave it', async () => {
    const { fees, shares } = await read<Settlement>(`/settlements/${pix.chargeId}`);

    expect(fees).toMatchObject([{ limitedBy: null, amount: '0.99' }]);
    expect(shares.map(({ amount, calculation }) => [amount, calculation.parts])).toMatchObject([
      ['79.21', [{ kind: 'REMAINDER', amount: '79.21' }]],
      ['19.80', [{ kind: 'PERCENT', percent: 20, base: '99.01', exact: '19.802000', asked: '19.80', amount: '19.80' }]],
    ]);
  });

  it('tell what comes when', async () => {
    const inAYear = dayAt(startMs + 365 * dayMs);
    const receivables = await read<{ total: string; data: readonly { day: string; paymentMethod: string }[] }>(
      `/receivables?from=${dayAt(startMs)}&to=${inAYear}`,
    );
    const balance = await read<Balance>('/balance');

    expect(minor(receivables.total)).toBe(minor(balance.pending) + minor(balance.reserve));
    const [earliest, latest] = [dayAt(startMs + 30 * dayMs), dayAt((await world().nowMs()) + 30 * dayMs)];
    const [card] = receivables.data.filter(({ paymentMethod }) => paymentMethod === 'CREDIT_CARD');
    expect([earliest, latest]).toContain(card?.day);
  });

  it('close with the month: each day has its digest, and all of it adds up', async () => {
    const nextMonth = Date.parse(`${month}-01T03:00:00Z`) + 32 * dayMs;
    merchant = await world().moveClockBy(nextMonth - (await world().nowMs()));

    // The ledger follows the clock a moment later.
    const closed = await eventually(async () => {
      const asked = await closing();
      return asked.isComplete ? asked : undefined;
    });
    expect(closed).toMatchObject({ agrees: true, differences: [] });
    const lines = closed.days.map(({ day, sha256 }) => `${day} ${sha256}\n`).join('');
    expect(closed.sha256).toBe(createHash('sha256').update(lines).digest('hex'));

    const [first, last] = [closed.days[0]?.day ?? '', closed.days.at(-1)?.day ?? ''];
    const statement = await statementOf(first, last);
    const { text } = await merchant.get(`/reports/days/${last}`);
    expect(closed.days.at(-1)?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
    expect(await statementOf(first, last)).toEqual(statement);
  });

  it('find a row that was changed by hand, and name it', async () => {
    const alter = (by: number) =>
      changeRow(
        `update postings set amount_minor = amount_minor + ${by}, balance_after_minor = balance_after_minor - ${by}
         where kind = 'FEE' and direction = 'debit' and transaction_id in
           (select transaction_id from ledger_transactions where charge_id = $1)`,
      );
    expect(trialBalance()).not.toContain(pix.chargeId);
    await alter(5);
    const [{ agrees, differences }, printed] = [await closing(), trialBalance()];
    await alter(-5);

    expect(agrees).toBe(false);
    expect(differences.join('\n')).toContain('amountMinor was 99 and is 104.');
    expect(printed).toMatch(new RegExp(`Event evt_\\w+ \\(repasse.charge.paid.v1 of ${pix.chargeId}\\) moves user:`));
    expect(await closing()).toMatchObject({ agrees: true, differences: [] });
  });

  /** What no statement of ours can do: triggers off, as a person with the database's keys might. */
  const changeRow = async (sql: string): Promise<void> => {
    const url = `${stack.file.postgresUrl}/repasse_split_settlement`;
    const db = openDatabase({ url, name: 'journey', poolMax: 1 });
    try {
      await db.transaction(async (tx) => {
        await tx.query('set local session_replication_role = replica');
        await tx.query(sql, [pix.chargeId]);
      });
    } finally {
      await db.close();
    }
  };

  /** What the command prints. */
  const trialBalance = (): string => {
    const { postgresUrl } = stack.file;
    const env = {
      ...process.env,
      POSTGRES_URL: `${postgresUrl}/repasse_split_settlement`,
      BUS_POSTGRES_URL: `${postgresUrl}/repasse_bus`,
    };
    const command = join(__dirname, '../../services/split-settlement/dist/trial-balance.js');
    const { stdout, stderr } = spawnSync(process.execPath, [command], { env, encoding: 'utf8' });
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('Trial balance of')]);
    return stdout;
  };
});
