import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSession } from '@repasse/chassis/postgres/session';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { projectRoot } from '../../deploy/local/project-root';
import { tokenFor } from '../../deploy/local/seed';
import { startStack } from '../../deploy/local/stack';
import { MerchantApi, request, type Attempt } from '../support/api';
import { describeOn } from '../support/on-each-bus';

const run = promisify(execFile);
const testTimeoutMs = 400_000;
/** 100.00 without the default fee. */
const netCents = 9_901;
const inbox = 'restored-database';

const services = [
  'charge',
  'identity',
  'invoice_query',
  'payment_gateway',
  'split_settlement',
  'webhook_dispatcher',
] as const;

// On Kafka the runbook itself is typed: operations/restore.
describeOn('postgres', 'databases that were put back while the bus went on', (stack) => {
  /** Returns the output, faults too, also where the command found something. */
  const admin = async (...args: readonly string[]): Promise<string> => {
    const entry = join(projectRoot, 'deploy', 'admin', 'repasse-admin.mjs');
    const options = { maxBuffer: 16 * 1_024 * 1_024 };
    const command = [entry, '--data', stack.dataFolder, ...args];
    const printed = await run('bash', ['-c', '"$@" 2>&1 || [ $? = 1 ]', 'bash', process.execPath, ...command], options);
    return printed.stdout;
  };

  let portBase = 0;
  let postgresUrl = '';
  beforeAll(() => {
    portBase = Number(new URL(stack.file.baseUrl).port);
    postgresUrl = stack.file.postgresUrl;
  });

  /** The services would refuse to start. */
  const withoutServices = async (work: () => Promise<void>): Promise<void> => {
    const place = { portBase, dataDir: stack.dataFolder, isKafka: false, isReset: false, archiveDir: null };
    const ignore = (): void => undefined;
    const bare = await startStack({ ...place, isWithoutServices: true }, ignore, ignore);
    try {
      await work();
    } finally {
      await bare.stop();
    }
  };
  const onServer = async (statement: (database: string) => readonly string[]): Promise<void> => {
    const session = await openSession({ url: `${postgresUrl}/postgres`, name: 'test', statementTimeoutMs: 60_000 });
    try {
      for (const each of services.map((service) => `repasse_${service}`)) {
        for (const sql of statement(each)) await session.query(sql);
      }
    } finally {
      await session.close();
    }
  };
  const keepCopies = () => onServer((database) => [`create database ${database}_before template ${database}`]);
  /** The bus and the simulated providers stay as they are. */
  const putBack = () =>
    onServer((database) => [`drop database ${database}`, `alter database ${database}_before rename to ${database}`]);

  const paid = async (merchant: MerchantApi): Promise<Attempt> => {
    const { body } = await merchant.createPixCharge({ webhookUrl: merchant.inboxUrl(inbox) });
    await merchant.pay(body.checkoutMeta.emv);
    return body;
  };
  const expectPaid = (merchant: MerchantApi, attempts: readonly Attempt[]): Promise<void> =>
    eventuallyHolds(async () => {
      for (const { chargeId } of attempts) expect((await merchant.charge(chargeId)).status).toBe('PAID');
      expect(await merchant.availableCents(stack.file.merchant.userId)).toBe(attempts.length * netCents);
    });
  /** Which message told of each charge. */
  const webhookIds = async (merchant: MerchantApi, attempts: readonly Attempt[]): Promise<readonly string[]> => {
    const wanted = new Set(attempts.map(({ chargeId }) => chargeId));
    const messages = await merchant.inbox(inbox);
    const ids = messages.flatMap(({ rawBody, headers }) => {
      const { data } = JSON.parse(rawBody) as { data: { charge: { id: string } } };
      return wanted.has(data.charge.id) ? [headers['webhook-id'] ?? ''] : [];
    });
    return [...new Set(ids)].sort();
  };
  const asAdmin = async (method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const { baseUrl, admin: key } = stack.file;
    const token = await tokenFor(baseUrl, key.clientId, key.clientSecret);
    const answer = await request<Readonly<Record<string, unknown>>>(method, `${baseUrl}${path}`, { token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const newUser = async (name: string): Promise<number> =>
    Number((await asAdmin('POST', '/users', { email: `${name}@restored.example`, name, profile: 'CUSTOMER' }))['id']);

  it(
    'have every paid charge again, give no number twice, and keep a suspended user out',
    async () => {
      let merchant = await MerchantApi.signIn(stack.file);
      const before = [await paid(merchant), await paid(merchant)];
      await expectPaid(merchant, before);
      await stack.stop();
      await withoutServices(keepCopies);
      await stack.start();

      merchant = await MerchantApi.signIn(stack.file);
      const after = [await paid(merchant), await paid(merchant), await paid(merchant)];
      await expectPaid(merchant, [...before, ...after]);
      const userId = await newUser('ana');
      await asAdmin('PATCH', `/users/${String(userId)}`, { status: 'SUSPENDED' });
      await eventuallyHolds(async () => expect(await webhookIds(merchant, after)).toHaveLength(after.length));
      const told = await webhookIds(merchant, after);
      await stack.stop();

      await withoutServices(async () => {
        await putBack();
        await eventuallyHolds(async () =>
          expect(await admin('payment-gateway', 'restore', 'check')).toContain('database.behind_bus'),
        );
        await eventuallyHolds(async () => {
          await admin('all', 'restore', 'rebuild', '--apply', '--by', 'Rita', '--why', 'INC-7');
          const checked = await admin('all', 'restore', 'check');
          expect(checked).not.toContain('behind_bus');
          // A check that failed says nothing of the kind, either.
          expect(checked).toContain('Database and bus are of one time.');
        });
      });
      await stack.start();

      merchant = await MerchantApi.signIn(stack.file);
      await expectPaid(merchant, [...before, ...after]);
      await eventuallyHolds(async () => expect(await webhookIds(merchant, after)).toEqual(told));
      expect(await asAdmin('GET', `/users/${String(userId)}`)).toMatchObject({ status: 'SUSPENDED' });
      expect(await newUser('bruno')).toBeGreaterThan(userId);
      const next = await paid(merchant);
      expect(next.invoiceId).toBeGreaterThan(Math.max(...after.map(({ invoiceId }) => invoiceId)));
      await expectPaid(merchant, [...before, ...after, next]);
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
    },
    testTimeoutMs,
  );
});
