import { type ParseArgsConfig } from 'node:util';
import { type Bus } from '../bus/bus';
import { type Clock } from '../clock';
import { type Env } from '../config/config';
import { type Ids } from '../ids';
import { type Logger } from '../log/logger';
import { type Database } from '../postgres/database';
import { type MigrationSet } from '../postgres/migrate';

export type ParseArgsOptions = NonNullable<ParseArgsConfig['options']>;

/** The parts a command works with. Whatever it opens is closed when it has ended. */
export interface AdminContext<C = unknown> {
  readonly service: string;
  /** The service's settings. Read when asked for: a command that needs only its database runs without the others. */
  readonly config: C;
  /** The environment, for commands that start another program. */
  readonly env: Env;
  readonly migrations: readonly MigrationSet[];
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Opened when it is first asked for. */
  readonly bus: () => Promise<Bus>;
  /** False in a dry run: nothing may change then. Always true where the command changes nothing. */
  readonly isApplied: boolean;
  /** Progress, for the person at the terminal; not part of the result. */
  readonly report: (line: string) => void;
}

/** The person who applies a step, and the reason. */
export interface Signed {
  readonly by: string;
  readonly why: string;
}

export interface AdminArgs {
  /** By the names that the command gives them; undefined where an optional one is missing. */
  positional(name: string): string | undefined;
  /** Throws UsageError where the option is missing. */
  required(option: string): string;
  text(option: string): string | undefined;
  /** A whole number from `min` on; undefined where the option is missing. Throws UsageError for other text. */
  integer(option: string, min?: number): number | undefined;
  has(option: string): boolean;
  /** An option that is `multiple`. */
  all(option: string): readonly string[];
}

export interface AdminOutcome {
  /** Printed as a table, or as JSON with --json. */
  readonly rows?: readonly object[];
  /** One sentence; with --apply it is recorded as the outcome of the step. */
  readonly summary: string;
  readonly exitCode?: ExitCode;
}

/** A scheduler tells these apart. */
export const exitCodes = { done: 0, found: 1, usage: 2, fault: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface AdminCommand<C = unknown> {
  /** One or several words, such as `parked list`. */
  readonly name: string;
  /** One line for the usage. */
  readonly summary: string;
  /** Beside those of every command: --apply, --by, --why, --json, --help. */
  readonly options?: ParseArgsOptions;
  /** Names in order; one that ends with `?` may be left out, and so may those behind it. */
  readonly positionals?: readonly string[];
  /** A command that changes something does nothing without --apply: it says what it would do. It needs --by and --why. */
  readonly changes: boolean;
  /** Stands for --by and --why of a step that a deployment takes, where they are left out. */
  readonly signature?: Signed;
  run(context: AdminContext<C>, args: AdminArgs): Promise<AdminOutcome>;
}

/** All that a service's operators can do by command. */
export interface AdminProgram<C = unknown> {
  readonly service: string;
  readonly loadConfig: (env: Env) => C;
  readonly migrations: readonly MigrationSet[];
  readonly commands: readonly AdminCommand<C>[];
}

/** The command cannot be run as it was typed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The state does not allow what was asked: nothing was changed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}
