import { chassisMigrations, type MigrationSet } from '@repasse/chassis/postgres/migrate';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { keptTables, keptTablesOf } from '@repasse/contracts';
import { migrations as charge } from '../../services/charge/src/migrations';
import { migrations as identity } from '../../services/identity/src/migrations';
import { migrations as invoiceQuery } from '../../services/invoice-query/src/migrations';
import { migrations as paymentGateway } from '../../services/payment-gateway/src/migrations';
import { migrations as providerSandbox } from '../../services/provider-sandbox/src/migrations';
import { migrations as splitSettlement } from '../../services/split-settlement/src/migrations';
import { migrations as webhookDispatcher } from '../../services/webhook-dispatcher/src/migrations';

const databases: Readonly<Record<string, readonly MigrationSet[]>> = {
  bus: [chassisMigrations.bus],
  charge,
  identity,
  'invoice-query': invoiceQuery,
  'payment-gateway': paymentGateway,
  'provider-sandbox': providerSandbox,
  'split-settlement': splitSettlement,
  'webhook-dispatcher': webhookDispatcher,
};

interface Column {
  readonly table: string;
  readonly isPartitioned: boolean;
  readonly column: string;
  readonly type: string;
}

/** Partitions belong to their table. */
const columnsSql = `
  select c.relname as table, c.relkind = 'p' as "isPartitioned", a.attname as column, format_type(a.atttypid, null) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace`;

const columnsOf = async (name: string, sets: readonly MigrationSet[]): Promise<readonly Column[]> => {
  const db = await openTestDatabase(name, sets);
  try {
    return await db.query<Column>(columnsSql);
  } finally {
    await db.close();
  }
};

describe('retention.yaml', () => {
  it('knows every database', () => {
    expect([...new Set(keptTables.flatMap((table) => table.in))].sort()).toEqual(Object.keys(databases));
  });

  describe.each(Object.entries(databases))('and the tables of %s', (name, sets) => {
    let columns: readonly Column[];
    beforeAll(async () => {
      columns = await columnsOf(name, sets);
    });

    it('lists every table, and none that is not there', () => {
      const there = [...new Set(columns.map(({ table }) => table))].sort();

      expect(
        keptTablesOf(name)
          .map(({ table }) => table)
          .sort(),
      ).toEqual(there);
    });

    it('names columns that are there and tell a time', () => {
      const timed = new Set(
        columns.filter(({ type }) => /^(timestamp|date)/.test(type)).map((one) => `${one.table}.${one.column}`),
      );
      const named = keptTablesOf(name).flatMap(({ table, by }) => (by === undefined ? [] : [`${table}.${by}`]));

      expect(named.filter((one) => !timed.has(one))).toEqual([]);
    });

    it('gives a period to the tables that are divided, and to no other', () => {
      const divided = [
        ...new Set(columns.filter(({ isPartitioned }) => isPartitioned).map(({ table }) => table)),
      ].sort();
      const listed = keptTablesOf(name).filter((table) => 'period' in table);

      expect(listed.map(({ table }) => table).sort()).toEqual(divided);
    });
  });
});
