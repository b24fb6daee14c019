import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { openSession } from '../../services/chassis/src/postgres/session';
import { RunningStack, type BusName } from './running-stack';
import { type SharedStackState } from './shared-stack';

export interface StackKeeper {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Suites come in groups that use the same stacks (slow-first.cjs), and the next one asks within seconds. */
const unusedMs = 30_000;

/**
 * Holds the stacks that several suites use. Each suite is evaluated apart from the others, so it asks over HTTP:
 * `POST /<name>/<worker>` starts a stack or finds it, `GET` describes it, and `DELETE` says that the suite is done with
 * it. A stack that nobody uses for a while is ended, since it would take its share of the cores from the others.
 */
export const openStackKeeper = async (): Promise<StackKeeper> => {
  const stacks = new Map<string, Promise<RunningStack>>();
  const unused = new Map<string, NodeJS.Timeout>();
  const ending = new Set<Promise<void>>();
  const keep = (url: string): void => {
    clearTimeout(unused.get(url));
    unused.delete(url);
  };
  const end = (url: string): void => {
    const stack = stacks.get(url);
    stacks.delete(url);
    unused.delete(url);
    const ended = disposed(stack).finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const answer = async ({ method, url = '' }: IncomingMessage): Promise<SharedStackState> => {
    keep(url);
    if (method === 'POST') stacks.set(url, soundOrNew(url, stacks.get(url)));
    const stack = await stacks.get(url);
    if (stack === undefined) throw new Error(`No suite has asked for ${url}.`);
    if (method === 'DELETE') unused.set(url, setTimeout(end, unusedMs, url));
    return { file: stack.file, dataFolder: stack.dataFolder, deaths: stack.deaths };
  };
  const server = createServer((request, response) => {
    // Suites ask minutes apart: a connection that is kept would be closed just as the next one asks on it.
    response.setHeader('connection', 'close');
    answer(request)
      .then((state) => response.end(JSON.stringify(state)))
      .catch((fault: unknown) => response.writeHead(500).end(String(fault)));
  });
  const url = await listen(server);
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    for (const path of unused.keys()) keep(path);
    await Promise.all([...[...stacks.values()].map(disposed), ...ending]);
  };
  return { url, stop };
};

/** A start that failed has cleared up after itself. */
const disposed = async (starting: Promise<RunningStack> | undefined): Promise<void> => {
  const stack = await starting?.catch(() => undefined);
  await stack?.dispose();
};

/** A stack whose start failed, that saw a death or is not ready would fail every later suite for the fault of one. */
const soundOrNew = async (url: string, kept: Promise<RunningStack> | undefined): Promise<RunningStack> => {
  const stack = await kept?.catch(() => undefined);
  if (stack === undefined) return startStack(url);
  if (await stack.isSound()) return stack;
  process.stderr.write(`The stack ${url} is started anew: ${stack.deaths.join(' ') || 'a service is not ready.'}\n`);
  await stack.dispose();
  return startStack(url);
};

const startStack = async (url: string): Promise<RunningStack> => {
  const bus: BusName = url.startsWith('/kafka/') ? 'kafka' : 'postgres';
  const stack = new RunningStack(bus);
  try {
    await stack.start();
    await forgetTheDisk(stack.file.postgresUrl);
    return stack;
  } catch (fault) {
    await stack.dispose();
    throw fault;
  }
};

/** These stacks never crash, and their data is thrown away, so nothing has to reach the disk. */
const forgetTheDisk = async (postgresUrl: string): Promise<void> => {
  const session = await openSession({ url: `${postgresUrl}/postgres`, name: 'stack-keeper' });
  await session.query('alter system set fsync = off');
  await session.query('select pg_reload_conf()');
  await session.close();
};

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};
