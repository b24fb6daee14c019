import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { rowsRead } from '@repasse/chassis/testing/rows-read';
import { migrations } from '../src/migrations';
import { readChargeDays } from '../src/store/charge-days';

const month = { from: '2026-11-01', to: '2026-11-30' };

/** An overview costs what it reads, and that is counted here: time would measure the machine. */
describe('the overview of a year of two hundred merchants', () => {
  let db: Database;

  beforeAll(async () => {
    db = await openTestDatabase('overview rows', migrations, { statementTimeoutMs: 120_000 });
    await db.query(
      `insert into charge_days (user_id, day, payment_method, paid_count, paid_minor, fee_minor, refund_count, refund_minor,
         failed_count)
       select user_id, date '2026-01-01' + day, method, 1, 1, 1, 0, 0, 0
       from generate_series(0, 200) user_id, generate_series(0, 364) day, unnest('{PIX,CREDIT_CARD}'::text[]) method`,
    );
    await db.query('vacuum analyze charge_days');
  }, 120_000);
  afterAll(() => db.close());

  it.each([
    ['everybody', undefined],
    ['one merchant', 77],
  ])('reads for %s the rows of its days alone', async (_who, userId) => {
    const read = (tx: Tx) => readChargeDays(tx, userId, month);
    expect(await read(db)).toHaveLength(60);
    // Each is found in the index and read from the table.
    expect(await rowsRead(db, 'charge_days', read)).toBeLessThanOrEqual(120);
  });
});
