import { ApiError, AuthenticationError, RepasseError } from '@repasse/sdk';
import { Command, CommanderError } from 'commander';
import { addCharges } from './commands/charges';
import { addCompletion } from './commands/completion';
import { addDeliveries } from './commands/deliveries';
import { addRequests } from './commands/requests';
import { addDoctor } from './commands/doctor';
import { addEvents } from './commands/events';
import { addListen } from './commands/listen';
import { addMcp } from './commands/mcp';
import { addMoney } from './commands/money';
import { addProfiles } from './commands/profiles';
import { addTrigger } from './commands/trigger';
import { type World } from './context';
import { CommandError, exitCodes } from './exit-codes';
import { version } from './version';

const parts = [
  addProfiles,
  addCharges,
  addMoney,
  addListen,
  addTrigger,
  addEvents,
  addDeliveries,
  addRequests,
  addDoctor,
  addMcp,
  addCompletion,
];

export const createProgram = (world: World): Command => {
  const program = new Command('repasse')
    .description('Charges, payouts and webhooks of a Repasse installation.')
    .version(version)
    .option('--profile <name>', 'the profile that is meant; REPASSE_PROFILE')
    .option('--base-url <url>', 'the installation, instead of the profile’s')
    .option('--json', 'for programs: objects, one a line')
    .option('--quiet', 'say nothing about the work itself')
    .option('--yes', 'do not ask')
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
    })
    .exitOverride()
    .showHelpAfterError('(repasse --help says what there is)');
  for (const add of parts) add(program, world);
  return program;
};

/** Runs a command line, and answers the exit code. */
export const runProgram = async (args: readonly string[], world: World): Promise<number> => {
  try {
    await createProgram(world).parseAsync([...args], { from: 'user' });
    return world.signal.aborted ? exitCodes.interrupted : exitCodes.done;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (world.signal.aborted) return exitCodes.interrupted;
    world.stderr.write(`${textOf(thrown, args.includes('--json'))}\n`);
    return exitCodeOf(thrown);
  }
};

const exitCodeOf = (thrown: unknown): number => {
  if (thrown instanceof CommandError) return thrown.exitCode;
  if (thrown instanceof AuthenticationError) return exitCodes.notSignedIn;
  return thrown instanceof RangeError ? exitCodes.usage : exitCodes.failed;
};

/** A refusal is told with its code, every fault of a field, and what is allowed instead. */
const textOf = (thrown: unknown, isJson: boolean): string => {
  if (!(thrown instanceof ApiError)) {
    if (thrown instanceof RepasseError || thrown instanceof CommandError || thrown instanceof RangeError)
      return thrown.message;
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  if (isJson) return JSON.stringify(thrown.problem ?? { status: thrown.status });
  return [
    `${thrown.message}${thrown.code === undefined ? '' : ` (${thrown.code})`}`,
    ...thrown.errors.map(({ field, message }) => `  ${field} ${message}`),
    ...(thrown.currentStatus === undefined ? [] : [`  It is ${thrown.currentStatus}.`]),
    ...(thrown.allowedActions.length === 0 ? [] : [`  Allowed: ${thrown.allowedActions.join(', ')}`]),
    ...(thrown.requestId === undefined ? [] : [`  For support: ${thrown.requestId}`]),
  ].join('\n');
};
