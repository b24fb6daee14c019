import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The last event that was forwarded, by profile: where a listener goes on after a restart. */
export interface Cursors {
  get(name: string): string | undefined;
  set(name: string, eventId: string): void;
}

export const cursorPath = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'repasse', 'cursors.json');

export const openCursors = (path: string): Cursors => {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    } catch {
      return {};
    }
  };
  return {
    get: (name) => read()[name],
    set: (name, eventId) => {
      mkdirSync(dirname(path), { recursive: true });
      const made = `${path}.${String(process.pid)}`;
      writeFileSync(made, JSON.stringify({ ...read(), [name]: eventId }));
      renameSync(made, path);
    },
  };
};
