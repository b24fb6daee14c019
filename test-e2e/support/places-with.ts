import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@repasse/chassis/postgres/database';

interface Searched {
  readonly dataFolder: string;
  readonly file: { readonly postgresUrl: string };
}

/** Every log file and every table of every database, the bus's topics among them, that holds a text. */
export const placesWith = async (stack: Searched, text: string): Promise<readonly string[]> => [
  ...logsWith(stack, text),
  ...(await tablesWith(stack.file.postgresUrl, text)),
];

const logsWith = (stack: Searched, text: string): string[] => {
  const folder = join(stack.dataFolder, 'logs');
  return readdirSync(folder).filter((file) => readFileSync(join(folder, file), 'utf8').includes(text));
};

const tablesWith = async (postgresUrl: string, text: string): Promise<string[]> => {
  const databases = await queryIn<{ datname: string }>(
    `${postgresUrl}/postgres`,
    "select datname from pg_database where datname like 'repasse%'",
  );
  const perDatabase = await Promise.all(
    databases.map(async ({ datname }) => {
      const url = `${postgresUrl}/${datname}`;
      const tables = await queryIn<{ table_name: string }>(
        url,
        // A divided table is searched as one, and not by partition.
        `select relname as table_name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
      );
      const hits: string[] = [];
      for (const { table_name: table } of tables) {
        const found = await queryIn(url, `select 1 from "${table}" as t where t::text like '%' || $1 || '%' limit 1`, [
          text,
        ]);
        if (found.length > 0) hits.push(`${datname}.${table}`);
      }
      return hits;
    }),
  );
  return perDatabase.flat();
};

const queryIn = async <Row extends object>(
  url: string,
  sql: string,
  params: readonly unknown[] = [],
): Promise<Row[]> => {
  const db = openDatabase({ url, name: 'search', poolMax: 1 });
  try {
    return await db.query<Row>(sql, params);
  } finally {
    await db.close();
  }
};
