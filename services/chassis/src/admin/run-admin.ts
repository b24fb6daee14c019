import { ConfigError, type Env } from '../config/config';
import { createLifecycle } from '../lifecycle/lifecycle';
import { commandOf, readArguments, type Typed } from './internal/arguments';
import {
  exitCodes,
  RefusedError,
  UsageError,
  type AdminCommand,
  type AdminContext,
  type AdminOutcome,
  type AdminProgram,
  type ExitCode,
} from './command';
import { migrateCommand } from './internal/migrate';
import { adminLogger, openContext } from './internal/open-context';
import { printed } from './internal/print';
import { loadAdminConfig } from './settings';
import { beginStep, canRecord, endStep } from './internal/steps';
import { listSteps } from './internal/steps-list';
import { usageOf } from './internal/usage';

export interface AdminCall {
  readonly env: Env;
  readonly args: readonly string[];
  /** The result. */
  readonly print: (text: string) => void;
  /** Progress and faults. */
  readonly tell: (text: string) => void;
}

/** Whether these words are a command of the service. */
export const hasCommand = <C>(program: AdminProgram<C>, args: readonly string[]): boolean =>
  commandOf(withCommon(program).commands, args) !== undefined;

const withCommon = <C>(program: AdminProgram<C>): AdminProgram<C> => ({
  ...program,
  commands: [...program.commands, migrateCommand, listSteps],
});

/** Runs one command of a service and returns the exit code. */
export const admin = async <C>(program: AdminProgram<C>, call: AdminCall): Promise<ExitCode> => {
  const whole = withCommon(program);
  const { print, tell } = call;
  try {
    const typed = readArguments(whole.commands, call.args);
    if (typed === undefined) {
      print(`${usageOf(whole)}\n`);
      return exitCodes.done;
    }
    const outcome = await runTyped(whole, typed, call);
    print(`${printed(outcome, typed.isJson)}\n`);
    return outcome.exitCode ?? exitCodes.done;
  } catch (fault) {
    tell(`${faultText(fault)}\n`);
    if (fault instanceof UsageError) tell(`\n${usageOf(whole)}\n`);
    return exitCodeOf(fault);
  }
};

const runTyped = async <C>(program: AdminProgram<C>, typed: Typed<C>, call: AdminCall): Promise<AdminOutcome> => {
  const { command, args, isApplied, isJson } = typed;
  const log = adminLogger(program.service, call.env);
  const lifecycle = createLifecycle(log);
  const report = (line: string): void => (isJson ? call.tell : call.print)(`${line}\n`);
  try {
    const config = loadAdminConfig(call.env);
    const isRun = isApplied || !command.changes;
    const context = await openContext(program, { env: call.env, config, lifecycle, log, report, isApplied: isRun });
    if (!command.changes) return await command.run(context, args);
    return isApplied ? await recorded(context, typed) : dryRun(await command.run(context, args), command);
  } finally {
    await lifecycle.stop();
  }
};

const dryRun = <C>(outcome: AdminOutcome, { signature }: AdminCommand<C>): AdminOutcome => {
  const words = signature === undefined ? '--apply --by NAME --why TEXT' : '--apply';
  return { ...outcome, summary: `${outcome.summary}\nNothing was changed: add ${words} to do it.` };
};

/**
 * The step is kept before the work begins. A command that makes the table itself, as the first migration does, is kept
 * behind its work.
 */
const recorded = async <C>(context: AdminContext<C>, typed: Typed<C>): Promise<AdminOutcome> => {
  const { command, args, signed = { by: '', why: '' } } = typed;
  const { db, ids } = context;
  const step = { id: `step_${ids.ulid()}`, command: command.name, arguments: typed.recorded, ...signed };
  if (await canRecord(db)) await beginStep(db, step);
  const end = async (exitCode: ExitCode, outcome: string): Promise<void> => {
    if (!(await canRecord(db))) return;
    await beginStep(db, step);
    await endStep(db, step.id, { exitCode, outcome });
  };
  try {
    const outcome = await command.run(context, args);
    await end(outcome.exitCode ?? exitCodes.done, outcome.summary);
    return outcome;
  } catch (fault) {
    // The fault that is thrown is the one to read, also where the database is what failed.
    await end(exitCodeOf(fault), faultText(fault)).catch((err: unknown) =>
      context.log.error({ err }, 'the end of the step could not be recorded'),
    );
    throw fault;
  }
};

const exitCodeOf = (fault: unknown): ExitCode => {
  if (fault instanceof RefusedError) return exitCodes.found;
  return fault instanceof UsageError || fault instanceof ConfigError ? exitCodes.usage : exitCodes.fault;
};

/** A refused connection has no message, only a code. */
const faultText = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault);
  if (fault.message !== '') return fault.message;
  return 'code' in fault ? String(fault.code) : fault.name;
};

/** The whole program: `node dist/admin.js <command …>`. */
export const runAdmin = <C>(program: AdminProgram<C>): void => {
  // A reader such as `head` may leave early; the command still ends its work.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const print = (text: string): void => void process.stdout.write(text);
  const tell = (text: string): void => void process.stderr.write(text);
  void admin(program, { env: process.env, args: process.argv.slice(2), print, tell }).then((exitCode) => {
    process.exitCode = exitCode;
  });
};
