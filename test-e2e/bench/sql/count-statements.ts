/** What one database was asked. */
export interface DatabaseCounts {
  readonly statements: number;
  /** Transactions that were committed; a statement outside a transaction is one by itself. */
  readonly commits: number;
  /** How often each statement came, by its first words. */
  readonly byText: ReadonlyMap<string, number>;
}

export type SqlCounts = ReadonlyMap<string, DatabaseCounts>;

/** `log_line_prefix` of the lines that are counted: database, process, application. */
export const linePrefix = '|%d|%p|%a| ';

const loggedStatement = /^\|([^|]*)\|(\d+)\|([^|]*)\| LOG: {2}(?:statement|execute [^:]*): (.*)$/;

/** As much of a statement as tells it from the others. */
const textLengthMax = 90;

/** Counts the statements of a log written with `log_statement = all`, without those of the application `except`. */
export const countStatements = (log: string, except: string): SqlCounts => {
  const counts = new Map<string, MutableCounts>();
  const inTransaction = new Set<string>();
  const lines = log.split('\n');
  lines.forEach((line, at) => {
    const [, database = '', process = '', application, firstLine = ''] = loggedStatement.exec(line) ?? [];
    if (application === undefined || application === except) return;
    const text = textOf(firstLine, lines, at);
    const of = counts.get(database) ?? { statements: 0, commits: 0, byText: new Map<string, number>() };
    counts.set(database, of);
    of.statements += 1;
    of.byText.set(text, (of.byText.get(text) ?? 0) + 1);
    if (isCommit(text, process, inTransaction)) of.commits += 1;
  });
  return counts;
};

interface MutableCounts {
  statements: number;
  commits: number;
  readonly byText: Map<string, number>;
}

const isCommit = (text: string, process: string, inTransaction: Set<string>): boolean => {
  if (/^(begin|start transaction)\b/i.test(text)) {
    inTransaction.add(process);
    return false;
  }
  if (/^(commit|end)\b/i.test(text)) return inTransaction.delete(process);
  if (/^rollback\b/i.test(text) && !/^rollback to\b/i.test(text)) {
    inTransaction.delete(process);
    return false;
  }
  return !inTransaction.has(process);
};

/** Lines of a statement after its first begin with a tab. */
const textOf = (firstLine: string, lines: readonly string[], at: number): string => {
  let text = firstLine;
  for (let next = at + 1; text.length < textLengthMax && lines[next]?.startsWith('\t'); next += 1) {
    text += ` ${lines[next]}`;
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, textLengthMax);
};

/** What one unit of work cost, the part that an idle system would have asked in the same time taken off. */
export const perUnit = (
  of: (counts: DatabaseCounts) => number,
  counts: SqlCounts,
  idle: { readonly counts: SqlCounts; readonly share: number },
  units: number,
): ReadonlyMap<string, number> => {
  const databases = [...new Set([...counts.keys(), ...idle.counts.keys()])].sort();
  const at = (some: SqlCounts, database: string) => {
    const found = some.get(database);
    return found === undefined ? 0 : of(found);
  };
  return new Map(
    databases.map((database) => [
      database,
      Math.max(0, at(counts, database) - at(idle.counts, database) * idle.share) / units,
    ]),
  );
};

export const total = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((sum, value) => sum + value, 0);
