import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, type CommandOptions, run } from './command';
import { root } from './compose-file';
import { type Options } from './options';

/** Reads merge lists, `${NAME:?}` and conditions; Debian's 1.0.3 does not. */
const podmanComposeVersion = '1.6.0';

/** A name of its own, so that an installation of this folder that runs meanwhile stays untouched. */
const project = 'repasse-containers';

/** podman and podman-compose, with settings for machines without systemd, and for stand-ins with an image store of their own. */
export class Engine {
  private constructor(
    readonly logFile: string,
    /** For what exists only while this runs, and must have a short path. */
    readonly temporary: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly python: string,
  ) {}

  static async prepare(options: Options): Promise<Engine> {
    mkdirSync(options.workDir, { recursive: true });
    const temporary = mkdtempSync(join(tmpdir(), 'repasse-containers-'));
    const logFile = join(options.workDir, 'containers.log');
    writeFileSync(logFile, '');
    const env = {
      ...process.env,
      ...engineSettings(temporary),
      ...(options.hasStandIns && ownStore(options, temporary)),
    };
    const python = await installPodmanCompose(options.workDir, logFile);
    return new Engine(logFile, temporary, env, python);
  }

  podman(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    return run('podman', args, { logFile: this.logFile, env: this.env, cwd: root, ...options });
  }

  /** Returns the exit code. */
  async podmanStatus(args: readonly string[]): Promise<number | string> {
    return (await attempt('podman', args, { logFile: this.logFile, env: this.env, cwd: root })).status;
  }

  /** All that it prints, on either stream, however it ends. */
  async podmanWords(args: readonly string[]): Promise<string> {
    return (await attempt('podman', args, { logFile: this.logFile, env: this.env, cwd: root })).everything;
  }

  compose(envFile: string, args: readonly string[]): Promise<string> {
    const env = { ...this.env, PYTHONPATH: this.python };
    const files = [
      '--project-name',
      project,
      '--in-pod',
      'false',
      '--env-file',
      envFile,
      '--file',
      'docker-compose.yml',
    ];
    return run('python3', ['-m', 'podman_compose', ...files, ...args], { logFile: this.logFile, env, cwd: root });
  }

  containerOf(service: string): string {
    return `${project}_${service}_1`;
  }
}

/** Without systemd podman's defaults do not start a container: no cgroup manager, and limits that only init may raise. */
const engineSettings = (temporary: string): NodeJS.ProcessEnv => {
  if (existsSync('/run/systemd/system')) return {};
  const file = join(temporary, 'containers.conf');
  writeFileSync(
    file,
    [
      ...['[containers]', 'default_ulimits = ["nofile=4096:4096", "nproc=8000:8000"]'],
      ...['[engine]', 'runtime = "runc"', 'cgroup_manager = "cgroupfs"', 'events_logger = "file"', ''],
    ].join('\n'),
  );
  return { CONTAINERS_CONF: file };
};

/** A stand-in has a real image's name, so no other program of this machine may find it. */
const ownStore = ({ workDir }: Options, temporary: string): NodeJS.ProcessEnv => {
  const file = join(temporary, 'storage.conf');
  const paths = [`graphroot = "${join(workDir, 'images')}"`, `runroot = "${join(temporary, 'run')}"`];
  writeFileSync(file, ['[storage]', 'driver = "overlay"', ...paths, ''].join('\n'));
  return { CONTAINERS_STORAGE_CONF: file };
};

const installPodmanCompose = async (workDir: string, logFile: string): Promise<string> => {
  const folder = join(workDir, `podman-compose-${podmanComposeVersion}`);
  if (existsSync(folder)) return folder;
  const install = ['-m', 'pip', '-q', 'install', '--target', folder, `podman-compose==${podmanComposeVersion}`];
  await run('python3', install, { logFile });
  return folder;
};
