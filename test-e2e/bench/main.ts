import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { kafkaPrerequisites } from '../../deploy/kafka/start';
import { projectRoot } from '../../deploy/local/project-root';
import { goalsTable } from './goals';
import { compareGrowth, roomsOf } from './growth/compare';
import { parseOptions, UsageError, type BenchOptions } from './options';
import { comparedWith } from './report/compare';
import { asMarkdown, asText } from './report/format';
import { describeMachine, machineLine } from './report/machine';
import { keepResult, readResult, type BenchResult } from './report/result';
import { type Table } from './report/table';
import { runSuites } from './run-suites';
import { systemSuites, usage, type SystemSuiteName } from './suites';
import { type BusName, type RunningSystem } from './system/running-system';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Results and the systems' data; on the same disk as `npm start` has its own, since commits wait for it. */
const folder = join(projectRoot, '.local', 'bench');

type Report = (line: string) => void;

/** Runs the command and answers its exit code. */
export const main = async (args: readonly string[]): Promise<number> => {
  try {
    const options = parseOptions(args);
    if (options !== undefined) return (await bench(options)) ? 0 : 1;
    print(usage);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.stderr.write(isUsage ? `${error.message}\n\n${usage}\n` : `${String((error as Error).stack)}\n`);
    return isUsage ? 2 : 1;
  }
};

/** True when everything that was asked for was measured. */
const bench = async (options: BenchOptions): Promise<boolean> => {
  // Read first: a mistyped name is not to be told after ten minutes.
  const before = options.compareWith === undefined ? undefined : readResult(options.compareWith);
  const failed: string[] = [];
  const isGrowthFine = await growsWell(options);
  const result = options.show === undefined ? await measure(options, failed) : readResult(options.show);
  if (result === undefined) return isGrowthFine;

  printResult(result, options.isMarkdown ? asMarkdown : asText);
  if (before !== undefined) for (const table of comparedWith(before, result)) print(`\n${asText(table)}`);
  if (failed.length > 0) print(`\nNot measured: ${failed.join(', ')}. The reasons stand above.`);
  return failed.length === 0 && isGrowthFine;
};

/** True when every read that was asked for takes about as long with many charges as with few. */
const growsWell = async ({ suites, charges }: BenchOptions): Promise<boolean> => {
  // The rooms of `reads` are among those of `growth`.
  const name = (['growth', 'reads'] as const).find((each) => suites.includes(each));
  return name === undefined || compareGrowth(roomsOf[name], charges, print);
};

const allSystemSuites = Object.keys(systemSuites) as readonly SystemSuiteName[];

/** Undefined when only what needs no running system was asked for. */
const measure = async (options: BenchOptions, failed: string[]): Promise<BenchResult | undefined> => {
  const suites =
    options.suites.length === 0 ? allSystemSuites : allSystemSuites.filter((name) => options.suites.includes(name));
  if (suites.length === 0) return undefined;
  const report: Report = options.isMarkdown ? (line) => void process.stderr.write(`${line}\n`) : print;
  const onFailed = (suite: string, fault: unknown): void => {
    failed.push(suite);
    report(`  FAILED: ${fault instanceof Error ? String(fault.stack) : String(fault)}`);
  };
  const startedAt = new Date();
  const machine = describeMachine();
  mkdirSync(folder, { recursive: true });
  const running = stopWhenInterrupted(report);
  const onSystem = (system: RunningSystem | undefined) => void (running.system = system);
  const buses = [];
  for (const bus of possible(options.buses, report)) {
    const { portBase } = options;
    buses.push({ bus, tables: await runSuites({ bus, suites, portBase, folder, report, onSystem, onFailed }) });
  }
  const durationSeconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
  const result = { startedAt: startedAt.toISOString(), durationSeconds, machine, buses };
  report(`\nKept as ${relative(process.cwd(), keepResult(folder, result))}.`);
  return result;
};

const possible = (buses: readonly BusName[], report: Report): readonly BusName[] =>
  buses.filter((bus) => {
    const missing = bus === 'kafka' ? kafkaPrerequisites() : [];
    if (missing.length > 0) report(`Kafka is left out: ${missing.join('; ')}`);
    return missing.length === 0;
  });

/** Ctrl-C stops what was started before it ends the bench. */
const stopWhenInterrupted = (report: Report): { system: RunningSystem | undefined } => {
  const running: { system: RunningSystem | undefined } = { system: undefined };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      report('\nInterrupted; stopping …');
      void Promise.resolve(running.system?.stop()).then(() => process.exit(130));
    });
  }
  return running;
};

/** What counts first: the ratios to the goals, then where they come from. */
const printResult = (result: BenchResult, write: (table: Table) => string): void => {
  print(`\n${result.startedAt}, ${result.durationSeconds} s. ${machineLine(result.machine)}`);
  for (const one of result.buses) {
    for (const table of [goalsTable(one), ...one.tables]) {
      if (table.rows.length > 0) print(`\n${write({ ...table, title: `${one.bus}: ${table.title}` })}`);
    }
  }
};
