#!/usr/bin/env node
// `npm run admin -- [--data DIR] <service|all> <command …>`: a command of a service, with the addresses and secrets of the
// local installation that runs on the folder, or, where POSTGRES_URL is set, with the environment as it is.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { ensureBuilt } from '../local/ensure-built.mjs';
import { ensureInstalled, root } from '../local/ensure-installed.mjs';

const exitCodes = { done: 0, usage: 2, fault: 3 };

const services = readdirSync(join(root, 'services')).filter((name) =>
  existsSync(join(root, 'services', name, 'src', 'admin.ts')),
);

const leave = (exitCode, text) => {
  (exitCode === exitCodes.done ? console.log : console.error)(text);
  process.exit(exitCode);
};

const usage = `Usage: repasse-admin [--data DIR] <service|all> <command> [options]

  --data DIR   the data folder of the local installation (default .local); not used where POSTGRES_URL is set

Services: ${services.join(', ')}.
The commands of a service: repasse-admin <service> --help`;

const readTyped = ([first, second, ...rest]) => {
  if (first === '--data') return { dataDir: resolve(second ?? ''), typed: rest };
  return { dataDir: join(root, '.local'), typed: [first, second, ...rest].filter((word) => word !== undefined) };
};

const entryOf = (service) => join(root, 'services', service, 'dist', 'admin.js');

/** With `all`, a service that lacks the command is left out: identity consumes nothing that could be parked. */
const knows = (service, args) => {
  const load = createRequire(import.meta.url);
  return load(join(root, 'services/chassis/dist/admin/run-admin.js')).hasCommand(load(entryOf(service)).program, args);
};

/** Of the local installation; help needs none. */
const localEnvOf = (dataDir, args) => {
  const load = createRequire(import.meta.url);
  const plan = load(join(root, 'deploy/dist/local/running-plan.js')).runningPlan(dataDir);
  if (plan === undefined && !args.includes('--help')) {
    const stack = join(dataDir, 'stack.json');
    leave(
      exitCodes.usage,
      `No installation runs with ${stack}. Start one, name its folder with --data DIR, or set POSTGRES_URL and the bus's variables.`,
    );
  }
  return (service) => plan?.find(({ name }) => name === service)?.env;
};

const { dataDir, typed } = readTyped(process.argv.slice(2));
const [target, ...args] = typed;
if (target === undefined || target === '--help') leave(exitCodes.done, usage);
if (target !== 'all' && !services.includes(target)) {
  leave(exitCodes.usage, `There is no service '${target}'.\n\n${usage}`);
}
const isEnvGiven = process.env.POSTGRES_URL !== undefined;
if (target === 'all' && isEnvGiven) {
  leave(exitCodes.usage, 'POSTGRES_URL names the database of one service: name that service instead of all.');
}

await ensureInstalled();
await ensureBuilt();

const envOf = isEnvGiven ? () => ({}) : localEnvOf(dataDir, args);
const asked = target === 'all' ? services.filter((service) => knows(service, args)) : [target];
if (asked.length === 0) leave(exitCodes.usage, `No service has the command '${args.join(' ')}'.`);

const runOne = (service) => {
  // On standard error: with --json, standard output is read by a program.
  if (target === 'all') console.error(`\n${service}`);
  const { status } = spawnSync(process.execPath, [entryOf(service), ...args], {
    env: { ...process.env, ...envOf(service) },
    stdio: 'inherit',
  });
  return status ?? exitCodes.fault;
};
process.exitCode = Math.max(...asked.map(runOne));
