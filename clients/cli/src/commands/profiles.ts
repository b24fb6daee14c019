import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Context } from '../context';
import { CommandError, exitCodes } from '../exit-codes';
import {
  profilePath,
  readProfiles,
  withoutProfile,
  withProfile,
  writeProfiles,
  type Profile,
} from '../profiles/profile-file';
import { run, type AddCommands } from './command';
import { loginByBrowser } from './login-by-browser';
import { keyOf } from './who';

interface LoginOptions {
  readonly clientId?: string;
  readonly sandboxUrl?: string;
  readonly local?: string | true;
  readonly scopes?: string;
}

export const addProfiles: AddCommands = (program, world) => {
  program
    .command('login')
    .description('get a key in the browser, or keep one that you have, in a profile')
    .option('--scopes <list>', 'what a key from the browser may do, with commas between; all that you may when absent')
    .option('--client-id <id>', 'a key that you have; its secret is asked for, or comes by stdin')
    .option('--sandbox-url <url>', 'where the installation has a simulated world')
    .option('--local [folder]', 'the demo merchant of an installation that npm start runs in this folder')
    .action(run<LoginOptions>(world, login));
  program.command('logout').description('forget the profile and its key').action(run(world, logout));
  program.command('whoami').description('say whose key it is, and what it may do').action(run(world, whoami));
  const profiles = program.command('profiles').description('list the profiles');
  profiles.action(run(world, list));
  profiles.command('use <name>').description('make a profile the one that is meant').action(run(world, use));
};

const nameOf = (context: Context, wanted: string | undefined): string =>
  wanted ?? context.world.env['REPASSE_PROFILE'] ?? 'default';

const login = async (context: Context, options: LoginOptions): Promise<void> => {
  const { world, print, globals } = context;
  const { local } = options;
  const profile = local === undefined ? await askedProfile(context, options) : localProfile(context, local);
  const key = await keyOf(world, profile);
  const name = nameOf(context, globals.profile);
  const path = profilePath(world.env);
  writeProfiles(path, withProfile(readProfiles(path), name, profile));
  print.say(`Signed in to ${profile.baseUrl} as user ${String(key.userId)}, kept as profile ${name}.`);
};

const askedProfile = async (context: Context, options: LoginOptions): Promise<Profile> => {
  const { world, globals } = context;
  const { clientId, sandboxUrl, scopes } = options;
  const baseUrl = globals.baseUrl ?? world.env['REPASSE_BASE_URL'];
  if (baseUrl === undefined) throw new CommandError('Say where: --base-url URL, or --local.', exitCodes.usage);
  const profile =
    clientId === undefined
      ? await loginByBrowser(
          context,
          baseUrl,
          scopes?.split(',').map((scope) => scope.trim()),
        )
      : { baseUrl, clientId, clientSecret: await secretFor(world) };
  return { ...profile, ...(sandboxUrl !== undefined && { sandboxUrl }) };
};

const secretFor = async ({ env, stdin, stderr }: Context['world']): Promise<string> =>
  env['REPASSE_CLIENT_SECRET'] ?? (await askSecret(stdin, stderr));

/** A terminal does not show what is typed. */
const askSecret = async (
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream,
): Promise<string> => {
  if (input.isTTY === true) output.write('Client secret: ');
  const lines = createInterface({ input, terminal: input.isTTY === true });
  try {
    for await (const line of lines) return line.trim();
    throw new CommandError('No secret came.', exitCodes.usage);
  } finally {
    lines.close();
    if (input.isTTY === true) output.write('\n');
  }
};

const localProfile = ({ world }: Context, folder: string | true): Profile => {
  const file = join(folder === true ? join(world.cwd, '.local') : folder, 'stack.json');
  try {
    const { baseUrl, sandboxUrl, merchant } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly baseUrl: string;
      readonly sandboxUrl: string;
      readonly merchant: { readonly clientId: string; readonly clientSecret: string };
    };
    return { baseUrl, sandboxUrl, clientId: merchant.clientId, clientSecret: merchant.clientSecret };
  } catch {
    throw new CommandError(`Nothing runs here: there is no ${file}. Start it with npm start.`);
  }
};

const logout = async (context: Context): Promise<void> => {
  const { name } = context.profile();
  const path = profilePath(context.world.env);
  writeProfiles(path, withoutProfile(readProfiles(path), name));
  context.print.say(`Profile ${name} is forgotten.`);
};

const whoami = async (context: Context): Promise<void> => {
  const profile = context.profile();
  const { userId, clientId, profile: kind, scopes, expiresAt } = await keyOf(context.world, profile);
  context.print.record({ profile: profile.name, baseUrl: profile.baseUrl, userId, clientId, kind, scopes, expiresAt });
};

const list = async ({ world, print }: Context): Promise<void> => {
  const { current, profiles } = readProfiles(profilePath(world.env));
  const rows = Object.entries(profiles).map(([name, { baseUrl, clientId }]) => ({
    ...{ current: name === current ? '*' : '', name, baseUrl, clientId },
  }));
  print.rows(['current', 'name', 'baseUrl', 'clientId'], rows);
};

const use = async ({ world, print }: Context, _options: object, name = ''): Promise<void> => {
  const path = profilePath(world.env);
  const file = readProfiles(path);
  if (file.profiles[name] === undefined) throw new CommandError(`There is no profile ${name}.`, exitCodes.usage);
  writeProfiles(path, { ...file, current: name });
  print.say(`Profile ${name} is meant from now on.`);
};
