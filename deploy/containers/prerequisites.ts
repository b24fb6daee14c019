import { createServer } from 'node:net';
import { isOnPath } from '../kafka/java';
import { type RawService } from './compose-file';
import { type Options } from './options';

/** Programs by name, each with Debian's package for it. */
const always = { podman: 'podman', python3: 'python3-pip' };
const forStandIns = { debootstrap: 'debootstrap', mvn: 'maven', tar: 'tar' };

/** A line for each. */
export const missingPrograms = ({ hasStandIns }: Options): string[] => {
  const needed = { ...always, ...(hasStandIns && forStandIns) };
  const missing = Object.entries(needed).filter(([program]) => !isOnPath(program));
  const lines = missing.map(([program, debian]) => `${program} is not here (Debian: apt-get install ${debian}).`);
  const isRoot = process.getuid?.() === 0;
  return [
    ...lines,
    ...(hasStandIns && !isRoot ? ['--stand-ins needs root: debootstrap changes its root folder.'] : []),
  ];
};

/** A line for each published port that another program has. */
export const takenPorts = async (services: Readonly<Record<string, RawService>>): Promise<string[]> => {
  const ports = Object.values(services).flatMap(({ ports: published = [] }) =>
    published.map((one) => Number(one.split(':').at(-2))),
  );
  const isTaken = await Promise.all(ports.map(async (port) => !(await isFree(port))));
  return ports.filter((_, index) => isTaken[index]).map((port) => `Port ${String(port)} is taken.`);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
