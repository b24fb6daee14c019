import { readFileSync, renameSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openSession } from '@repasse/chassis/postgres/session';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { readStackFile, type StackFile } from '../../deploy/local/stack-file';
import { MerchantApi, type Attempt, type Charge } from '../support/api';
import { shellBlocks } from '../support/guide';
import { describeOn } from '../support/on-each-bus';
import { typeStep } from '../support/runbook';
import { endRunner } from '../support/typed-installation';

/** In the order of the page; a step that is added or removed must be typed here, too. */
const [stores, check, rehearse, rebuild, startAgain, trialBalance, ...others] =
  shellBlocks('docs/operations/restore.md');

const testTimeoutMs = 360_000;
const operator = { BY: 'ana', WHY: 'the disk of the database was lost' };
const grossCents = 9_901;

const inDatabase = async <T extends object>(
  { postgresUrl }: StackFile,
  database: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly T[]> => {
  const session = await openSession({ url: `${postgresUrl}/${database}`, name: 'test' });
  try {
    return await session.query<T>(sql, values);
  } finally {
    await session.close();
  }
};

const create = async (merchant: MerchantApi): Promise<Attempt> => {
  const { status, body } = await merchant.createPixCharge();
  expect(status).toBe(200);
  return body;
};

const becomes = (merchant: MerchantApi, { chargeId }: Attempt, status: string): Promise<void> =>
  eventuallyHolds(async () => expect((await merchant.charge(chargeId)).status).toBe(status));

const paid = async (merchant: MerchantApi): Promise<Attempt> => {
  const attempt = await create(merchant);
  await merchant.pay(attempt.checkoutMeta.emv);
  await becomes(merchant, attempt, 'PAID');
  return attempt;
};

/** Paid, refunded in part, and open; the ledger and the views have consumed all of it. */
const traffic = async (merchant: MerchantApi, stack: StackFile, paidBefore: number) => {
  const all = await Promise.all(Array.from({ length: 6 }, () => paid(merchant)));
  const open = await create(merchant);
  await eventuallyHolds(async () => {
    expect(await merchant.availableCents(stack.merchant.userId)).toBe((paidBefore + all.length) * grossCents);
    for (const { chargeId } of all)
      expect(await merchant.timelineTypes(chargeId)).toContain('repasse.split.settled.v1');
  });
  return { all, open };
};

const chargeOf = async (merchant: MerchantApi, { chargeId }: Attempt): Promise<Charge> => {
  const { status, body } = await merchant.get<Charge>(`/charge/${chargeId}`);
  expect(status).toBe(200);
  return body;
};

const expectAnswered = async (merchant: MerchantApi, all: readonly Attempt[]): Promise<void> => {
  for (const attempt of all) {
    expect(await chargeOf(merchant, attempt)).toMatchObject({ status: 'PAID', grossAmount: attempt.grossAmount });
    await eventuallyHolds(async () =>
      expect((await merchant.attempt(attempt.id)).checkoutMeta).toEqual(attempt.checkoutMeta),
    );
  }
};

describeOn('kafka', 'every database put back while the topics went on', (stack) => {
  afterAll(() => endRunner(stack.dataFolder), testTimeoutMs);

  it(
    'keeps every paid charge, gives no number twice, and finds the payments in between',
    async () => {
      expect(others).toEqual([]);
      const { dataFolder: data } = stack;
      let merchant = await MerchantApi.signIn(stack.file);
      const userId = stack.file.merchant.userId;
      const before = await paid(merchant);
      await stack.stop();
      execFileSync('cp', ['-a', join(data, 'postgres'), join(data, 'backup')]);

      await stack.start();
      merchant = await MerchantApi.signIn(stack.file);
      const { all, open } = await traffic(merchant, stack.file, 1);
      await merchant.pay(open.checkoutMeta.emv);
      await becomes(merchant, open, 'PAID');
      await eventuallyHolds(async () => expect(await merchant.availableCents(userId)).toBe(8 * grossCents));
      const known = [before, ...all, open];
      const bank = await inDatabase(stack.file, 'repasse_provider_sandbox', 'select * from documents');
      const variables = { DATA: data, PORT_BASE: new URL(stack.file.baseUrl).port, ...operator };
      await stack.stop();
      rmSync(join(data, 'postgres'), { recursive: true });
      renameSync(join(data, 'backup'), join(data, 'postgres'));

      await typeStep(stores ?? '', variables);
      // The simulated bank stands on the same server, and real ones do not go back with us.
      await inDatabase(
        readStackFile(data),
        'repasse_provider_sandbox',
        `insert into documents select * from json_populate_recordset(null::documents, $1)
         on conflict (kind, id) do update
           set document = excluded.document, refs = excluded.refs, due_at = excluded.due_at`,
        [JSON.stringify(bank)],
      );
      expect(await typeStep(check ?? '', variables)).toContain('database.behind_bus');
      expect(await typeStep(rehearse ?? '', variables)).toContain('would be rebuilt');
      expect(await typeStep(rebuild ?? '', variables)).toContain('Database and bus are of one time.');
      await typeStep(startAgain ?? '', variables);

      merchant = await MerchantApi.signIn(readStackFile(data));
      await expectAnswered(merchant, known);
      await eventuallyHolds(async () => expect(await merchant.availableCents(userId)).toBe(known.length * grossCents));
      const next = await Promise.all(Array.from({ length: 3 }, () => paid(merchant)));
      const invoices = [...known, ...next].map(({ invoiceId }) => invoiceId);
      expect(new Set(invoices).size).toBe(invoices.length);
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
      await typeStep(trialBalance ?? '', variables);
    },
    testTimeoutMs,
  );
});

describeOn('postgres', 'one database put back while the others went on', (stack) => {
  it(
    'refuses to start, and has its charges again afterwards',
    async () => {
      const merchant = await MerchantApi.signIn(stack.file);
      const sql = (text: string) => inDatabase(stack.file, 'postgres', text);
      const before = await paid(merchant);
      await stack.kill('charge');
      await sql('create database backup template repasse_charge');
      await stack.startService('charge');
      const { all, open } = await traffic(merchant, stack.file, 1);

      await stack.kill('charge');
      await sql('drop database repasse_charge with (force)');
      await sql('alter database backup rename to repasse_charge');
      const logFile = join(stack.dataFolder, 'logs', 'charge.log');
      const refusing = stack.startService('charge').catch(() => undefined);
      await eventually(() => readFileSync(logFile, 'utf8').includes('database.behind_bus') || undefined);
      await stack.kill('charge');

      const admin = (command: string) =>
        typeStep(`npm run admin -- --data "$DATA" charge ${command}`, { DATA: stack.dataFolder, ...operator });
      await expect(admin('restore check')).rejects.toThrow();
      expect(await admin('restore rebuild --apply --by "$BY" --why "$WHY"')).toContain('were rebuilt');
      expect(await admin('restore check')).toContain('Database and bus are of one time.');

      await stack.startService('charge');
      await refusing;
      await expectAnswered(merchant, [before, ...all]);
      await eventuallyHolds(async () =>
        expect((await merchant.attempt(open.id)).checkoutMeta).toEqual(open.checkoutMeta),
      );
      await merchant.pay(open.checkoutMeta.emv);
      await becomes(merchant, open, 'PAID');
      await paid(merchant);
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
      expect(await merchant.availableCents(stack.file.merchant.userId)).toBeGreaterThanOrEqual(8 * grossCents);
    },
    testTimeoutMs,
  );
});
