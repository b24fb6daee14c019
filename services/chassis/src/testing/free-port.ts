import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to programs that ask for any port (Linux from 32768,
 * others from 49152): a program that takes seconds to bind its port would lose one of those to the next connection.
 */
const portMin = 10_000;
const portMax = 20_999;

/** A machine on which this many ports in a row are taken has another problem. */
const triesMax = 50;

/** Another program may by chance choose the same port once; three times in a row is unlikely. */
const startsMax = 3;

/** A program that is still starting has not bound the port it was given. */
const given = new Set<number>();

/** A port on which no process listens now; each call returns another one. */
export const freePort = async (): Promise<number> => {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const port = randomInt(portMin, portMax + 1);
    if (given.has(port) || !(await isPortFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`No free port from ${portMin} to ${portMax} in ${triesMax} tries.`);
};

export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The start of a program failed because another process has its port. */
export class PortTakenError extends Error {
  override readonly name: string = 'PortTakenError';
}

/**
 * Runs a start that chooses its ports by `freePort`, and repeats it when another process bound one of them first. When
 * the taken port is the one the caller was given, the fault stands.
 */
export const startOnFreePorts = async <T>(start: () => Promise<T>, portAsked?: number): Promise<T> => {
  for (let starts = 1; ; starts += 1) {
    try {
      return await start();
    } catch (fault) {
      if (!(fault instanceof PortTakenError) || starts === startsMax) throw fault;
      if (portAsked !== undefined && !(await isPortFree(portAsked))) throw fault;
    }
  }
};
