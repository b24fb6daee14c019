import { execFileSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { projectRoot } from '../../../deploy/local/project-root';

export interface Machine {
  readonly cpus: number;
  readonly cpuModel: string;
  readonly memoryMiB: number;
  readonly os: string;
  readonly node: string;
  /** What the machine did already when the bench began: above a few tenths the figures are not the system's alone. */
  readonly loadBefore: number;
  readonly commit: string;
}

export const describeMachine = (): Machine => ({
  cpus: cpus().length,
  cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
  memoryMiB: Math.round(totalmem() / 1_048_576),
  os: `${platform()} ${release()}`,
  node: process.version,
  loadBefore: loadavg()[0] ?? 0,
  commit: commit(),
});

const commit = (): string => {
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' and changes');
  } catch {
    return 'unknown';
  }
};

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

export const machineLine = (machine: Machine): string =>
  `${machine.cpus} × ${machine.cpuModel}, ${Math.round(machine.memoryMiB / 1_024)} GiB, ${machine.os}, Node ${machine.node}, ` +
  `load before ${machine.loadBefore.toFixed(2)}, commit ${machine.commit}`;
