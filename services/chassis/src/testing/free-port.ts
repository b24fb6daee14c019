import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to programs that ask for any port (Linux from 32768,
 * others from 49152): a program that takes seconds to bind its port would lose one of those to the next connection.
 * Above 10080, which `fetch` refuses to ask.
 */
const portMin = 10_100;
const portMax = 20_999;

/** A machine on which this many ports in a row are taken has another problem. */
const triesMax = 50;

/** Another program may by chance choose the same port once; three times in a row is unlikely. */
const startsMax = 3;

/**
 * A port on which no process listens now. It is given once: a program that is still starting has not bound it, and tests
 * in other processes look for ports, too.
 */
export const freePort = async (): Promise<number> => {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const port = randomInt(portMin, portMax + 1);
    if ((await reserve(port)) && (await isPortFree(port))) return port;
  }
  throw new Error(`No free port from ${portMin} to ${portMax} in ${triesMax} tries.`);
};

/**
 * False when a process that still runs was given the port. The mark is the UDP port of the same number, which nothing here
 * uses: the system keeps it for this process and frees it at its end, however it ends.
 */
const reserve = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const mark = createSocket('udp4').unref();
    mark.once('error', () => {
      mark.close();
      resolve(false);
    });
    mark.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });

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
