import { spawnSync } from 'node:child_process';

/** Compiles what a service's page runs in browsers, so that a test never sees the files of an older build. */
export const buildPage = (serviceFolder: string): void => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build:checkout'], {
    cwd: serviceFolder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The page could not be built: ${stdout}${stderr}`);
};
