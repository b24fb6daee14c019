import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Newest first; `python3` runs all else. */
const minors = ['3.13', '3.12'] as const;

/** An interpreter newer than 3.11, of the path or of pyenv. Throws where there is none. */
export const secondPython = (): string => {
  const found = minors.flatMap(candidates).find(runs);
  if (found !== undefined) return found;
  throw new Error(
    `Install a Python of ${minors.join(' or ')}, as python${minors[0]} or by pyenv: the SDK is run on two.`,
  );
};

const candidates = (minor: string): readonly string[] => {
  const root = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const kept = namesIn(root).filter((name) => name.startsWith(`${minor}.`));
  return [`python${minor}`, ...kept.map((name) => join(root, name, 'bin/python3'))];
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** A shim of pyenv is there for every version that is installed, and fails for those that are not chosen. */
const runs = (program: string): boolean => {
  try {
    execFileSync(program, ['-c', 'import venv, ensurepip'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
