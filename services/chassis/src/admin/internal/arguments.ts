import { parseArgs } from 'node:util';
import { UsageError, type AdminArgs, type AdminCommand, type ParseArgsOptions, type Signed } from '../command';

const commonOptions = {
  apply: { type: 'boolean' },
  by: { type: 'string' },
  why: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsOptions;

/** A name and a sentence; more belongs into a ticket that they name. */
const byCharactersMax = 100;
const whyCharactersMax = 500;

/** The typed words, split into the command and its arguments. */
export interface Typed<C> {
  readonly command: AdminCommand<C>;
  readonly args: AdminArgs;
  readonly isApplied: boolean;
  readonly isJson: boolean;
  /** As typed, without --by and --why, which are recorded beside it. */
  readonly recorded: object;
  /** Of a changing command that is applied. */
  readonly signed: Signed | undefined;
}

/** Undefined when help was asked for. Throws UsageError for what cannot be run. */
export const readArguments = <C>(
  commands: readonly AdminCommand<C>[],
  typed: readonly string[],
): Typed<C> | undefined => {
  if (typed.length === 0 || typed.includes('--help')) return undefined;
  const command = requireCommand(commands, typed);
  const rest = typed.slice(command.name.split(' ').length);
  const { values, positionals } = parse(command, rest);
  const places = placesOf(command, positionals);
  const { apply, by, why, json, ...own } = values;
  const isApplied = apply === true;
  const { signature: given } = command;
  if (isApplied && !command.changes) throw new UsageError(`'${command.name}' changes nothing: it knows no --apply.`);
  return {
    command,
    args: argsOf(values, places),
    isApplied,
    isJson: json === true,
    recorded: { ...Object.fromEntries(places), ...own },
    signed: isApplied
      ? {
          by: signature('by', by ?? given?.by, byCharactersMax),
          why: signature('why', why ?? given?.why, whyCharactersMax),
        }
      : undefined,
  };
};

/** The longest name wins: `parked list` before `parked`. Undefined when there is none. */
export const commandOf = <C>(
  commands: readonly AdminCommand<C>[],
  typed: readonly string[],
): AdminCommand<C> | undefined =>
  commands
    .filter(({ name }) => name.split(' ').every((word, index) => typed[index] === word))
    .sort((a, b) => b.name.length - a.name.length)[0];

const requireCommand = <C>(commands: readonly AdminCommand<C>[], typed: readonly string[]): AdminCommand<C> => {
  const found = commandOf(commands, typed);
  if (found !== undefined) return found;
  throw new UsageError(`There is no command '${typed.filter((word) => !word.startsWith('-')).join(' ')}'.`);
};

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

const parse = <C>({ options = {} }: AdminCommand<C>, args: readonly string[]) => {
  try {
    const parsed = parseArgs({ args: [...args], options: { ...options, ...commonOptions }, allowPositionals: true });
    return { values: parsed.values as Values, positionals: parsed.positionals };
  } catch (fault) {
    throw new UsageError(fault instanceof Error ? fault.message : String(fault));
  }
};

const placesOf = <C>(
  { name, positionals = [] }: AdminCommand<C>,
  given: readonly string[],
): ReadonlyMap<string, string> => {
  const extra = given[positionals.length];
  if (extra !== undefined) throw new UsageError(`'${name}' does not know what to do with '${extra}'.`);
  const missing = positionals.slice(given.length).find((place) => !place.endsWith('?'));
  if (missing !== undefined) throw new UsageError(`'${name}' needs <${missing}>.`);
  return new Map(given.map((text, index) => [positionals[index]?.replace('?', '') ?? '', text]));
};

const signature = (name: string, value: Values[string], charactersMax: number): string => {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') throw new UsageError(`With --apply, --${name} is needed: it is recorded with the step.`);
  if (text.length > charactersMax) throw new UsageError(`--${name} may have ${charactersMax} characters.`);
  return text;
};

const argsOf = (values: Values, places: ReadonlyMap<string, string>): AdminArgs => {
  const text = (option: string): string | undefined => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    positional: (name) => places.get(name),
    text,
    required: (option) => {
      const value = text(option);
      if (value === undefined) throw new UsageError(`--${option} is needed.`);
      return value;
    },
    integer: (option, min = 0) => {
      const value = text(option);
      if (value === undefined) return undefined;
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min) return number;
      throw new UsageError(`--${option} must be a whole number from ${min} on.`);
    },
    has: (option) => values[option] === true,
    all: (option) => {
      const value = values[option];
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    },
  };
};
