import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '@repasse/chassis/postgres/session';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type StackFile } from '../../deploy/local/stack-file';
import { MerchantApi, type Attempt, type Charge } from '../support/api';
import { describeOn } from '../support/on-each-bus';
import { patient } from '../support/patience';
import { typeStep } from '../support/runbook';

const testTimeoutMs = 360_000;
const operator = { BY: 'ana', WHY: 'the disk of the database was lost' };
const grossCents = 9_901;

const inDatabase = async <T extends object>(
  { postgresUrl }: StackFile,
  database: string,
  sql: string,
): Promise<readonly T[]> => {
  const session = await openSession({ url: `${postgresUrl}/${database}`, name: 'test' });
  try {
    return await session.query<T>(sql);
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
  eventuallyHolds(async () => expect((await merchant.charge(chargeId)).status).toBe(status), patient);

const paid = async (merchant: MerchantApi): Promise<Attempt> => {
  const attempt = await create(merchant);
  await merchant.pay(attempt.checkoutMeta.emv);
  await becomes(merchant, attempt, 'PAID');
  return attempt;
};

/** Paid, refunded in part, and open; the ledger and the views have heard of all of it. */
const traffic = async (merchant: MerchantApi, stack: StackFile, paidBefore: number) => {
  const all = await Promise.all(Array.from({ length: 6 }, () => paid(merchant)));
  const open = await create(merchant);
  await eventuallyHolds(async () => {
    expect(await merchant.availableCents(stack.merchant.userId)).toBe((paidBefore + all.length) * grossCents);
    for (const { chargeId } of all)
      expect(await merchant.timelineTypes(chargeId)).toContain('repasse.split.settled.v1');
  }, patient);
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
    await eventuallyHolds(
      async () => expect((await merchant.attempt(attempt.id)).checkoutMeta).toEqual(attempt.checkoutMeta),
      patient,
    );
  }
};

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
      await eventually(() => readFileSync(logFile, 'utf8').includes('database.behind_bus') || undefined, patient);
      await stack.kill('charge');

      const admin = (command: string) =>
        typeStep(`npm run admin -- --data "$DATA" charge ${command}`, { DATA: stack.dataFolder, ...operator });
      await expect(admin('restore check')).rejects.toThrow();
      expect(await admin('restore rebuild --apply --by "$BY" --why "$WHY"')).toContain('were rebuilt');
      expect(await admin('restore check')).toContain('Database and bus are of one time.');

      await stack.startService('charge');
      await refusing;
      await expectAnswered(merchant, [before, ...all]);
      await eventuallyHolds(
        async () => expect((await merchant.attempt(open.id)).checkoutMeta).toEqual(open.checkoutMeta),
        patient,
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
