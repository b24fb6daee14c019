import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { kafkaPrerequisites } from '../../deploy/kafka/start';
import { projectRoot } from '../../deploy/local/project-root';
import { goalsTable } from './goals';
import { compareInvoiceLists } from './invoices/compare-lists';
import { parseOptions, UsageError, type BenchOptions } from './options';
import { comparedWith } from './report/compare';
import { asMarkdown, asText } from './report/format';
import { describeMachine, machineLine } from './report/machine';
import { keepResult, readResult, type BenchResult } from './report/result';
import { type Table } from './report/table';
import { runSuites } from './run-suites';
import { systemSuites, usage, type SystemSuiteName } from './suites';
import { type BusName, type RunningSystem } from './system/running-system';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Results and the systems' data; on the same disk as `npm start` has its own, since commits wait for it. */
const folder = join(projectRoot, '.local', 'bench');

/** Runs the command and answers its exit code. */
export const main = async (args: readonly string[]): Promise<number> => {
  try {
    const options = parseOptions(args);
    if (options === undefined) say(usage);
    else await bench(options);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.stderr.write(isUsage ? `${error.message}\n\n${usage}\n` : `${String((error as Error).stack)}\n`);
    return isUsage ? 2 : 1;
  }
};

const bench = async (options: BenchOptions): Promise<void> => {
  // Read first: a mistyped name is not to be told after ten minutes.
  const before = options.compareWith === undefined ? undefined : readResult(options.compareWith);
  if (options.suites.includes('invoices')) await compareInvoiceLists(say);
  const suites = options.suites.filter((name): name is SystemSuiteName => name !== 'invoices');
  if (options.suites.length > 0 && suites.length === 0) return;

  const result = await measure(options, suites.length > 0 ? suites : allSystemSuites);
  print(result, options.isMarkdown ? asMarkdown : asText);
  if (before !== undefined) for (const table of comparedWith(before, result)) say(`\n${asText(table)}`);
  say(`\nKept as ${relative(process.cwd(), keepResult(folder, result))}.`);
};

const allSystemSuites = Object.keys(systemSuites) as readonly SystemSuiteName[];

const measure = async (options: BenchOptions, suites: readonly SystemSuiteName[]): Promise<BenchResult> => {
  const startedAt = new Date();
  const machine = describeMachine();
  say(machineLine(machine));
  mkdirSync(folder, { recursive: true });
  const running = stopWhenInterrupted();
  const buses = [];
  for (const bus of possible(options.buses)) {
    const onSystem = (system: RunningSystem | undefined) => void (running.system = system);
    const ordered = allSystemSuites.filter((name) => suites.includes(name));
    const tables = await runSuites({ bus, suites: ordered, portBase: options.portBase, folder, say, onSystem });
    buses.push({ bus, tables });
  }
  const durationSeconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
  return { startedAt: startedAt.toISOString(), durationSeconds, machine, buses };
};

const possible = (buses: readonly BusName[]): readonly BusName[] =>
  buses.filter((bus) => {
    const missing = bus === 'kafka' ? kafkaPrerequisites() : [];
    if (missing.length > 0) say(`Kafka is left out: ${missing.join('; ')}`);
    return missing.length === 0;
  });

/** Ctrl-C stops what was started before it ends the bench. */
const stopWhenInterrupted = (): { system: RunningSystem | undefined } => {
  const running: { system: RunningSystem | undefined } = { system: undefined };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      say('\nInterrupted; stopping …');
      void Promise.resolve(running.system?.stop()).then(() => process.exit(130));
    });
  }
  return running;
};

/** What counts first: the ratios to the goals, then where they come from. */
const print = ({ buses, durationSeconds }: BenchResult, write: (table: Table) => string): void => {
  say(`\nMeasured in ${durationSeconds} s.`);
  for (const one of buses) {
    for (const table of [goalsTable(one), ...one.tables]) {
      if (table.rows.length > 0) say(`\n${write({ ...table, title: `${one.bus}: ${table.title}` })}`);
    }
  }
};
