import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine } from './engine';
import { type Options } from './options';

/** Leaves no container, volume, network or secret. Stand-ins go with their store, since they have real images' names. */
export const cleanUp = async (
  engine: Engine,
  envFile: string,
  { hasStandIns, keepsImages, workDir }: Options,
): Promise<void> => {
  await engine.compose(envFile, ['down', '--volumes', '--timeout', '20']);
  if (hasStandIns && !keepsImages) {
    await engine.podman(['rmi', '--all', '--force']);
    rmSync(join(workDir, 'images'), { recursive: true, force: true });
  }
  rmSync(engine.temporary, { recursive: true, force: true });
};
