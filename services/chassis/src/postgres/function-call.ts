import { type Tx } from './internal/tx';

/** A SQL function that writes rows; the name goes into SQL as it is. */
export interface FunctionCall {
  readonly name: string;
  /** Its arguments. Null where there is nothing to write; a strict function is then not called. */
  readonly values: readonly unknown[];
}

/** The calls as the end of a select list whose first `parametersBefore` parameters are taken; resultsOf reads its row. */
export const selectListOf = (calls: readonly FunctionCall[], parametersBefore = 0): string => {
  let last = parametersBefore;
  const parametersOf = ({ values }: FunctionCall): string => values.map(() => `$${(last += 1)}`).join(', ');
  return calls.map((call, index) => `${call.name}(${parametersOf(call)}) as ${resultName(index)}`).join(', ');
};

/** The results of the calls, in their order. */
export const resultsOf = (
  calls: readonly FunctionCall[],
  row: Readonly<Record<string, unknown>> | undefined,
): readonly unknown[] => calls.map((_, index) => row?.[resultName(index)]);

const resultName = (index: number): string => `result_${index + 1}`;

/** Runs all of them, in order, as one statement. */
export const callAll = async (tx: Tx, calls: readonly FunctionCall[]): Promise<void> => {
  const values = calls.flatMap((call) => call.values);
  if (values.every((value) => value === null)) return;
  await tx.query(`select ${selectListOf(calls)}`, values);
};
