import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** An installation and a key of it. */
export interface Profile {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of the simulated world, where the installation has one. */
  readonly sandboxUrl?: string;
}

export interface ProfileFile {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const none: ProfileFile = { current: 'default', profiles: {} };

/** Where the XDG Base Directory specification has it; `env` is the process's. */
export const profilePath = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'repasse', 'profiles.json');

export const readProfiles = (path: string): ProfileFile => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProfileFile;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return none;
    throw fault;
  }
};

/** Whole at once, and for its owner only: it holds secrets. */
export const writeProfiles = (path: string, file: ProfileFile): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const made = `${path}.${String(process.pid)}`;
  writeFileSync(made, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(made, path);
};

export const withProfile = (file: ProfileFile, name: string, profile: Profile): ProfileFile => ({
  current: name,
  profiles: { ...file.profiles, [name]: profile },
});

export const withoutProfile = ({ current, profiles }: ProfileFile, name: string): ProfileFile => {
  const left = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name));
  return { current: current === name ? (Object.keys(left)[0] ?? none.current) : current, profiles: left };
};
