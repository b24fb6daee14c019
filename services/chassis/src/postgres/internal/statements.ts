import { type Client, type QueryConfig, type QueryResultRow } from 'pg';
import { createInTurn } from '../../waiting/in-turn';
import { answerOf } from './answer';
import { type Tx } from './tx';

/** A service has some dozens of statements. Past this, texts are being built from data and must not be prepared. */
const preparedMax = 500;

const names = new Map<string, string>();

/** A parameterised text is prepared once per connection under a name of its own, so that it is parsed and planned once. */
const statement = (sql: string, params: readonly unknown[] | undefined): QueryConfig => {
  if (params === undefined || params.length === 0) return { text: sql };
  const name = nameOf(sql);
  return name === undefined ? { text: sql, values: [...params] } : { name, text: sql, values: [...params] };
};

const nameOf = (sql: string): string | undefined => {
  const known = names.get(sql);
  if (known !== undefined || names.size >= preparedMax) return known;
  const name = `q${names.size + 1}`;
  names.set(sql, name);
  return name;
};

/** Statements of one connection, which in pipeline mode takes them without waiting for the answers of those before. */
export const onClient = (client: Client, timeoutMs: number): Tx => ({
  query: async <R extends object>(sql: string, params?: readonly unknown[]) =>
    (await answerOf<R & QueryResultRow>(client, statement(sql, params), timeoutMs)).rows,
});

/** A connection does one thing at a time: statements handed over at once are sent one after the other. */
export const inTurn = (tx: Tx): Tx => {
  const inOrder = createInTurn();
  return {
    query: <R extends object>(sql: string, params?: readonly unknown[]) => inOrder(() => tx.query<R>(sql, params)),
  };
};
