import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { projectRoot } from '../../deploy/local/project-root';
import { MerchantApi, type Attempt, type Charge } from '../support/api';
import { readBalance, wealthOf } from '../support/balances';
import { payByCard, testCards } from '../support/cards';
import { DuckDb, duckdbFolder } from '../support/duckdb';
import { shellBlocks, typeInFolder } from '../support/guide';
import { describeOnShared } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';

type Created = Charge & { readonly checkoutToken: string };
type Row = Readonly<Record<string, unknown>>;

const guideTimeoutMs = 120_000;
const [findBroker, look, copy, ask, ...others] = shellBlocks('docs/data/README.md');

/** A question of docs/data/questions.md. */
const question = (name: string): string => join(projectRoot, 'docs/data/sql', `${name}.sql`);

describeOnShared('kafka', 'the guide for data teams, run as written', (stack) => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-data-'));
  const db = new DuckDb(join(folder, 'events.duckdb'));
  let merchant: MerchantApi;
  let type: (...blocks: readonly (string | undefined)[]) => Promise<string>;

  const hasHappened = (chargeId: string, event: string): Promise<unknown> =>
    eventuallyHolds(async () => expect(await merchant.timelineTypes(chargeId)).toContain(event));

  const pixOf = async (grossAmount: string): Promise<Attempt> => {
    const split = [{ recipientEmail: stack.file.recipients[0]?.email, kind: 'PERCENT', percent: 20 }];
    return (await merchant.createPixCharge({ grossAmount, split })).body;
  };

  const payWithCard = async (): Promise<string> => {
    const { body } = await merchant.post<Created>('/charge', { grossAmount: '90.00', currency: 'BRL' });
    await payByCard(stack.file, { chargeId: body.id, checkoutToken: body.checkoutToken }, testCards.approved);
    return body.id;
  };

  const payFromAbroad = async (): Promise<string> => {
    const abroad = { grossAmount: '500.00', currency: 'BRL', paymentMethod: 'INTERNATIONAL', checkoutCurrency: 'USD' };
    const { chargeId, checkoutMeta } = (await merchant.post<Attempt>('/charge', abroad)).body;
    await sandboxWorld(stack.file).payInternational((checkoutMeta as { publicToken?: string }).publicToken ?? '');
    return chargeId;
  };

  /** 100.00 of PIX with 40.00 given back, 90.00 by card, 500.00 from abroad, and one that nobody pays. */
  const sell = async (): Promise<readonly string[]> => {
    const pix = await pixOf('100.00');
    await merchant.pay(pix.checkoutMeta.emv);
    const { chargeId: unpaid } = await pixOf('30.00');
    const paid = [pix.chargeId, await payWithCard(), await payFromAbroad()];
    for (const chargeId of paid) await hasHappened(chargeId, 'repasse.split.settled.v1');
    await merchant.post(`/refunds/invoice/${String(pix.invoiceId)}`, { amount: '40.00' });
    await hasHappened(pix.chargeId, 'repasse.split.reversed.v1');
    return [...paid, unpaid];
  };

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    symlinkSync(stack.dataFolder, join(folder, '.local'));
    symlinkSync(join(projectRoot, 'docs'), join(folder, 'docs'));
    const env = { ...process.env, PATH: `${await duckdbFolder()}${delimiter}${process.env['PATH'] ?? ''}` };
    type = (...blocks) => typeInFolder(blocks.map(String), folder, env);
  }, guideTimeoutMs);

  afterAll(() => rmSync(folder, { recursive: true }));

  it(
    'leads from a broker to the paid charges by method, and each of its other questions has its answer',
    async () => {
      const charges = await sell();

      expect(await type(findBroker, look)).toMatch(/ce_type=repasse\.\w+\.\w+\.v1.*\n\n\d+\{"/);
      expect(await type(findBroker, copy, ask)).toMatch(/PIX.*BRL/);
      for (const block of others) expect(await type(block)).toMatch(/CREDIT_CARD.*9000/);
      expect(await type(...shellBlocks('docs/data/questions.md'))).toMatch(/conversion[^]*gmv_minor/);

      await keepOnly(charges);
      await expectAnswers();
    },
    guideTimeoutMs,
  );

  it(
    'adds nothing when it is run again over the same messages, and misses none',
    async () => {
      const count = 'select count(*) as events, count(distinct id) as ids from events';
      await type(findBroker, copy);
      const [first] = await db.query<{ events: number; ids: number }>(count);
      await type(findBroker, copy);
      const [again] = await db.query<{ events: number; ids: number }>(count);

      expect(first?.ids).toBe(first?.events);
      expect(again?.events).toBeGreaterThanOrEqual(first?.events ?? Infinity);
      const gaps = 'select subject from events group by topic, subject having max(position) <> count(*)';
      expect(await db.query(gaps)).toEqual([]);
    },
    guideTimeoutMs,
  );

  /** Other suites sell on this installation too. */
  const keepOnly = (charges: readonly string[]): Promise<unknown> => {
    const listed = charges.map((id) => `'${id}'`).join(', ');
    return db.query(`delete from events where coalesce(data ->> '$.chargeId', '') not in (${listed})`);
  };

  const expectAnswers = async (): Promise<void> => {
    const methods = ['INTERNATIONAL', 'PIX', 'CREDIT_CARD'];
    expect(await db.askFile(question('paid-by-method'))).toEqual(
      [50_000, 10_000, 9_000].map((gross_minor, at) => ({
        ...{ payment_method: methods[at], currency: 'BRL', paid_charges: 1, gross_minor },
      })),
    );
    expect(await db.askFile<Row>(question('gmv'))).toMatchObject([{ sales: 3, gmv_minor: 69_000 }]);
    expect(await db.askFile<Row>(question('conversion'))).toMatchObject([
      { created: 4, tried: 4, paid: 3, conversion: 0.75 },
    ]);
    expect(await db.askFile<Row>(question('seller-cohorts'))).toMatchObject([
      { months_later: 0, sellers: 1, gross_minor: 69_000 },
    ]);
    expect(await db.askFile<Row>(question('refund-rate'))).toContainEqual(
      expect.objectContaining({ payment_method: 'PIX', refunded_minor: 4_000, refund_rate: 0.4 }),
    );
    const durations = await db.askFile<Row>(question('time-to-pay'));
    expect(durations.map(({ p50_seconds }) => Number(p50_seconds) >= 0)).toEqual([true, true, true]);
    await expectTheLedgersFigures();
  };

  /** Fees by the default rules, and what the ledger says that each user has. */
  const expectTheLedgersFigures = async (): Promise<void> => {
    const rates = await db.askFile<Row>(question('take-rate'));
    expect(rates).toContainEqual(expect.objectContaining({ payment_method: 'PIX', fee_minor: 99, take_rate: 0.0099 }));
    expect(rates).toContainEqual(expect.objectContaining({ payment_method: 'CREDIT_CARD', fee_minor: 398 }));

    const users = [stack.file.merchant, ...stack.file.recipients.slice(0, 1)].map(({ userId }) => userId);
    const balances = await Promise.all(users.map((userId) => readBalance(stack.file, userId)));
    const received = await db.askFile<Row>(question('received-by-user'));
    expect(received).toEqual(
      users.map((user_id, at) => ({ user_id, received_minor: wealthOf(balances[at] ?? fail()) })),
    );
    expect(await db.askFile(question('paid-and-booked'))).toEqual([]);
  };
});

const fail = (): never => {
  throw new Error('A user has no balance.');
};
