import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { freePortBase } from './free-port-base';

/** A folder for an installation that a runbook starts by its own steps, with the variables that every page asks for. */
export const typedInstallation = (name: string) => {
  const place = mkdtempSync(join(tmpdir(), `repasse-${name}-`));
  const dataDir = join(place, 'data');
  return {
    place,
    dataDir,
    /** DATA and PORT_BASE, on ports that nothing uses. */
    prepare: async (): Promise<Readonly<Record<string, string>>> => {
      // PostgreSQL runs as a user of its own when this is root.
      chmodSync(place, 0o755);
      return { DATA: dataDir, PORT_BASE: String(await freePortBase()) };
    },
    /** Stops what still runs on the data, and removes the folder. */
    remove: async (): Promise<void> => {
      await endRunner(dataDir);
      rmSync(place, { recursive: true });
    },
  };
};

/** Ends what a step has started on this data, as Ctrl-C does; returns when it is gone. */
export const endRunner = async (dataDir: string): Promise<void> => {
  const runner = join(dataDir, 'runner.pid');
  if (!existsSync(runner)) return;
  process.kill(Number(readFileSync(runner, 'utf8')));
  await eventually(() => !existsSync(runner) || undefined);
};
