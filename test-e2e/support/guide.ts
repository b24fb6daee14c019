import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../deploy/local/project-root';

const run = promisify(execFile);

/** Longer than any guide takes: the slowest waits for a clock that was moved. */
export const guideTimeoutMs = 300_000;

/** Guides give the system a minute; a machine that runs other suites beside it may need more. */
const patiently = (block: string): string => block.replace('for _ in $(seq 60);', 'for _ in $(seq 180);');

/** The sh blocks of a document, as it shows them. Other blocks, such as console, are not meant to be run as they are. */
export const shellBlocks = (document: string): readonly string[] =>
  readFileSync(join(projectRoot, document), 'utf8').match(/(?<=```sh\n)[^`]*(?=```)/g) ?? [];

/** Types the blocks into one shell, in a folder whose `.local` is the running system's. Returns what was printed. */
export const typeIntoShell = async (blocks: readonly string[], dataFolder: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-guide-'));
  symlinkSync(dataFolder, join(folder, '.local'));
  try {
    return await typeInFolder(blocks, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The same in a folder that the caller has made and looks into. */
export const typeInFolder = async (
  blocks: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> => {
  const options = { cwd: folder, env, timeout: guideTimeoutMs, maxBuffer: 16 * 1_024 * 1_024 };
  try {
    return (await run('bash', ['-euo', 'pipefail', '-c', blocks.map(patiently).join('\n')], options)).stdout;
  } catch (fault) {
    throw new Error(endOfShell(fault as ShellFault));
  }
};

type ShellFault = ExecFileException & { readonly stdout: string; readonly stderr: string };

/** Node's own message is the whole script; the line that ended it is the last one the shell printed. */
const endOfShell = ({ killed, code, stdout, stderr }: ShellFault): string => {
  const end = killed === true ? `was ended after ${guideTimeoutMs} ms` : `ended with ${code}`;
  return `The shell ${end}.\n${stderr.slice(-1_000)}\nLast printed:\n${stdout.slice(-500)}`;
};
