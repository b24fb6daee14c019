import { join } from 'node:path';
import { openSession } from '@repasse/chassis/postgres/session';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { readStackFile } from '../../deploy/local/stack-file';
import { MerchantApi, type Attempt } from '../support/api';
import { shellBlocks } from '../support/guide';
import { typeStep } from '../support/runbook';
import { typedInstallation } from '../support/typed-installation';

/** In the order of the page; a step that is added or removed must be typed here, too. */
const [start, take, prune, restore, prepare, startAgain, compare, ...others] = shellBlocks('docs/operations/backup.md');

const testTimeoutMs = 300_000;

describe('the runbook of backups, run as written', () => {
  const installation = typedInstallation('backup');
  const { place, dataDir } = installation;
  const variables: Record<string, string> = { BACKUPS: join(place, 'backups'), BY: 'Rita', WHY: 'INC-7' };
  const type = (step = '') => typeStep(step, variables);
  const file = () => readStackFile(dataDir);

  beforeAll(async () => {
    Object.assign(variables, await installation.prepare());
  });

  afterAll(() => installation.remove(), testTimeoutMs);

  const create = async (merchant: MerchantApi): Promise<Attempt> => (await merchant.createPixCharge()).body;

  const expectPaid = (merchant: MerchantApi, { chargeId }: Attempt): Promise<void> =>
    eventuallyHolds(async () => expect((await merchant.charge(chargeId)).status).toBe('PAID'));

  const pay = async (merchant: MerchantApi, attempt: Attempt): Promise<void> => {
    await merchant.pay(attempt.checkoutMeta.emv);
    await expectPaid(merchant, attempt);
  };

  const inSandbox = async (sql: string, values: readonly unknown[] = []): Promise<readonly object[]> => {
    const session = await openSession({ url: `${file().postgresUrl}/repasse_provider_sandbox`, name: 'test' });
    try {
      return await session.query(sql, values);
    } finally {
      await session.close();
    }
  };

  it(
    'puts every database back to one moment, and finds what the bank received after it',
    async () => {
      expect(others).toEqual([]);
      await type(start);
      let merchant = await MerchantApi.signIn(file());
      const [open, canceled] = [await create(merchant), await create(merchant)];
      await merchant.post(`/charge/${canceled.chargeId}/cancel`);
      expect(await type(take)).toMatch(/^taken [^]*^kept /m);
      expect(await type(prune)).toContain('none deleted');

      const before = await create(merchant);
      await pay(merchant, before);
      await eventuallyHolds(async () => expect((await merchant.charge(canceled.chargeId)).status).toBe('CANCELED'));
      variables['AT'] = new Date().toISOString();

      await pay(merchant, open);
      await merchant.payAllTheSame(canceled.checkoutMeta.emv);
      const after = await create(merchant);
      await pay(merchant, after);
      // The simulated bank stands on the same server, and real ones do not go back with us.
      const bank = await inSandbox('select * from documents');

      expect(await type(restore)).toContain('last completed transaction was at');
      const prepared = await type(prepare);
      expect(prepared).toContain('0 held.');
      expect((prepared.match(/100000 numbers are left out/g) ?? []).length).toBeGreaterThanOrEqual(3);
      await type(startAgain);
      await inSandbox(
        `insert into documents select * from json_populate_recordset(null::documents, $1)
         on conflict (kind, id) do update
           set document = excluded.document, refs = excluded.refs, due_at = excluded.due_at`,
        [JSON.stringify(bank)],
      );
      merchant = await MerchantApi.signIn(file());

      expect((await merchant.charge(before.chargeId)).status).toBe('PAID');
      expect((await merchant.get(`/charge/${after.chargeId}`)).status).toBe(404);
      const found = await type(compare);
      // Nobody asks again about a payment whose charge was canceled, so only the statement shows its money.
      expect(found).toMatch(/"kind":"MISSING_HERE"[^}]*"status":"REPAIRED"/);
      expect(found).toMatch(/"kind":"UNKNOWN_PAYMENT"[^}]*"status":"OPEN"/);
      await expectPaid(merchant, open);
      const next = await create(merchant);
      // The number of the payment that nobody has any more is not given again.
      expect(next.invoiceId).toBeGreaterThan(after.invoiceId);
      await pay(merchant, next);
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
    },
    testTimeoutMs,
  );
});
