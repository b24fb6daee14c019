import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayNamed } from '@repasse/chassis/admin/export/day';
import { exportDay } from '@repasse/chassis/admin/export/export-day';
import { type Exported } from '@repasse/chassis/admin/export/exported';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { projectRoot } from '../../deploy/local/project-root';
import { events } from '../../services/invoice-query/src/admin/export-events';
import { ledger } from '../../services/split-settlement/src/admin/export-ledger';
import { MerchantApi } from '../support/api';
import { readBalance, wealthOf } from '../support/balances';
import { DuckDb } from '../support/duckdb';
import { describeOnShared } from '../support/on-each-bus';

interface Count {
  readonly rows: number;
}

const sql = (name: string): string => join(projectRoot, 'docs/data/sql', `${name}.sql`);

/** The day in São Paulo. */
const dayAt = (ms: number) => dayNamed(new Date(ms - 3 * 3_600_000).toISOString().slice(0, 10));

describeOnShared('postgres', 'an export of a day', (stack) => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-export-'));
  const duckdb = new DuckDb(join(folder, 'export.duckdb'), folder);
  const day = dayAt(Date.now());
  let databases: { readonly views: Database; readonly books: Database };
  let chargeId: string;

  const write = (exported: Exported) => {
    const db = exported === events ? databases.views : databases.books;
    return exportDay({ db, exported, folder, writtenAt: new Date().toISOString() }, day);
  };

  beforeAll(async () => {
    const open = (name: string) =>
      openDatabase({ url: `${stack.file.postgresUrl}/${name}`, name: 'journey', poolMax: 1 });
    databases = { views: open('repasse_invoice_query'), books: open('repasse_split_settlement') };
    const merchant = await MerchantApi.signIn(stack.file);
    const { body } = await merchant.createPixCharge();
    await merchant.pay(body.checkoutMeta.emv);
    chargeId = body.chargeId;
    await eventuallyHolds(async () =>
      expect(await merchant.timelineTypes(chargeId)).toContain('repasse.split.settled.v1'),
    );
  });

  afterAll(async () => {
    await Promise.all([databases.views.close(), databases.books.close()]);
    rmSync(folder, { recursive: true });
  });

  it('has every event once, in a file with the digest and the rows of its manifest, and answers the questions', async () => {
    const { file, rows, sha256, isNew } = await write(events);
    expect(isNew).toBe(true);
    expect(
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ).toBe(sha256);
    const manifest = file.replace('.parquet', '.manifest.json');
    expect(JSON.parse(readFileSync(join(folder, manifest), 'utf8'))).toMatchObject({ rows, sha256, day: day.name });

    for (const name of ['schema', 'views', 'load-parquet', 'load-parquet']) await duckdb.askFile(sql(name));
    expect(await duckdb.query<Count>('select count(*) as rows from events')).toEqual([{ rows }]);
    expect(await duckdb.query(`select gross_amount_minor from charge_paid where charge_id = '${chargeId}'`)).toEqual([
      { gross_amount_minor: 10_000 },
    ]);
    expect(await duckdb.askFile(sql('paid-by-method'))).not.toEqual([]);
  });

  it('has every entry of the ledger: the books balance, and a user has what the ledger says', async () => {
    const { rows, checks } = await write(ledger);
    const [sums] = await duckdb.query<{ rows: number; debits: number }>(
      "select count(*) as rows, sum(amount_minor) filter (direction = 'debit') as debits from 'ledger/*.parquet'",
    );
    expect(sums).toEqual({ rows, debits: Number(checks['debitsMinor']) });
    expect(checks['creditsMinor']).toBe(checks['debitsMinor']);

    const { userId } = stack.file.merchant;
    const [own] = await duckdb.query<{ cents: number }>(
      `select sum(case direction when 'credit' then amount_minor else -amount_minor end) as cents
       from 'ledger/*.parquet' where user_id = ${String(userId)}`,
    );
    expect(own?.cents).toBe(wealthOf(await readBalance(stack.file, userId)));
    const byAccount = await duckdb.askFile<{ readonly net_minor: number }>(sql('ledger-by-account'));
    expect(byAccount.reduce((sum, { net_minor }) => sum + net_minor, 0)).toBe(0);
  });

  it('is left as it is when it is whole, and written anew when it is not', async () => {
    const { file, bytes, isNew } = await write(events);
    expect(isNew).toBe(false);

    truncateSync(join(folder, file), bytes - 1);
    expect((await write(events)).isNew).toBe(true);
  });
});
