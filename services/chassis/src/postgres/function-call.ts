import { type Tx } from './tx';

/** A SQL function that writes rows; the name goes into SQL as it is. */
export interface FunctionCall {
  readonly name: string;
  /** Its arguments. Null where there is nothing to write; a strict function is then not called. */
  readonly values: readonly unknown[];
}

/** The calls as the end of a select list whose first `parametersBefore` parameters are taken. */
export const selectListOf = (calls: readonly FunctionCall[], parametersBefore = 0): string => {
  let last = parametersBefore;
  return calls.map(({ name, values }) => `${name}(${values.map(() => `$${(last += 1)}`).join(', ')})`).join(', ');
};

/** Runs all of them, in order, as one statement. */
export const callAll = async (tx: Tx, calls: readonly FunctionCall[]): Promise<void> => {
  const values = calls.flatMap((call) => call.values);
  if (values.every((value) => value === null)) return;
  await tx.query(`select ${selectListOf(calls)}`, values);
};
