import { type Tx } from './tx';

/** A SQL function `name(rows json) returns void`, strict, that writes rows; the name goes into SQL as it is. */
export interface FunctionCall {
  readonly name: string;
  /** A JSON list. Null where there is nothing to write: a strict function is then not called. */
  readonly rows: string | null;
}

/** The calls as the end of a select list whose first `parametersBefore` parameters are taken. */
export const selectListOf = (calls: readonly FunctionCall[], parametersBefore = 0): string =>
  calls.map(({ name }, index) => `${name}($${parametersBefore + index + 1}::json)`).join(', ');

/** Runs all of them, in order, as one statement. */
export const callAll = async (tx: Tx, calls: readonly FunctionCall[]): Promise<void> => {
  if (calls.every(({ rows }) => rows === null)) return;
  await tx.query(
    `select ${selectListOf(calls)}`,
    calls.map(({ rows }) => rows),
  );
};
