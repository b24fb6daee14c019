import { type Database, type Tx } from '@repasse/chassis/postgres/database';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The plans of the statements that are run, as they were carried out. */
export const plansIn = async (db: Database, run: (tx: Tx) => Promise<unknown>): Promise<readonly PlanNode[]> => {
  const plans: PlanNode[] = [];
  await run({
    query: async <R extends object>(sql: string, params?: readonly unknown[]) => {
      const explain = `explain (analyze, format json) ${sql}`;
      const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explain, params);
      plans.push(...(row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodesOf(Plan)));
      return db.query<R>(sql, params);
    },
  });
  return plans;
};

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows of a table that were looked at, kept or not. */
export const readOf = (plans: readonly PlanNode[], table = 'charges'): number =>
  plans
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
