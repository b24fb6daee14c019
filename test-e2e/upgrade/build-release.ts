import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../deploy/local/project-root';
import { unpack } from './previous-release';

/** Kept between runs, by commit. Not below node_modules, where the compiler takes sources for packages and writes none of them. */
const cacheFolder = join(projectRoot, '.local', 'releases');

/** All services are compiled, on two cores that other suites use as well. */
export const buildTimeoutMs = 600_000;

/** The root of a built tree of this commit, of which services, edge and commands can be started. */
export const buildRelease = (commit: string): string => {
  const root = join(cacheFolder, commit);
  if (existsSync(root)) return root;
  const unfinished = `${root}-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  unpack(commit, unfinished);
  // As an image has it, for its metrics and logs.
  writeFileSync(join(unfinished, 'COMMIT'), `${commit}\n`);
  install(unfinished);
  build(unfinished);
  // Of two runs that build it at once, the second finds the folder of the first.
  if (existsSync(root)) rmSync(unfinished, { recursive: true, force: true });
  else renameSync(unfinished, root);
  return root;
};

/** The packages of this tree where the lockfile is the same; the tree's own workspaces must not be among them. */
const install = (root: string): void => {
  const lockfile = (of: string): string => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lockfile(root) !== lockfile(projectRoot)) {
    run(root, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
    return;
  }
  const workspaces = [
    'contracts',
    'deploy',
    'test-e2e',
    ...readdirSync(join(root, 'services')).map((name) => `services/${name}`),
  ];
  for (const folder of ['.', ...workspaces]) linkPackages(join(projectRoot, folder), join(root, folder));
  mkdirSync(join(root, 'node_modules', '@repasse'), { recursive: true });
  for (const folder of workspaces) {
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string };
    symlinkSync(join('..', '..', folder), join(root, 'node_modules', name));
  }
};

/** One by one: a link to the whole folder would lead to this tree's services. */
const linkPackages = (from: string, to: string): void => {
  const packages = join(from, 'node_modules');
  if (!existsSync(packages)) return;
  mkdirSync(join(to, 'node_modules'));
  for (const name of readdirSync(packages)) {
    if (name === '@repasse' || name === '.cache' || name === '.package-lock.json') continue;
    symlinkSync(join(packages, name), join(to, 'node_modules', name));
  }
};

/** Without the documentation, which no service needs. */
const build = (root: string): void => {
  const turbo = join('node_modules', 'turbo', 'bin', 'turbo');
  run(root, process.execPath, [
    turbo,
    'run',
    'build',
    '--filter=./services/*',
    '--cwd',
    root,
    '--output-logs=errors-only',
  ]);
  run(join(root, 'deploy'), process.execPath, [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    'tsconfig.build.json',
  ]);
};

const run = (cwd: string, command: string, args: readonly string[]): void => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...{ cwd, encoding: 'utf8', timeout: buildTimeoutMs },
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}: ${error?.message ?? ''}\n${stdout}\n${stderr}`);
};
