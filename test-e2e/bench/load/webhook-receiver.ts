import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** Enough to notice a signature that does not verify; checking each would be measured as the system's work. */
const sampleEvery = 20;

/** Longer than a dispatcher keeps a connection: who closes first makes the other's next request fail. */
const keepAliveTimeoutMs = 120_000;

interface Sample {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WebhookReceiver {
  readonly url: string;
  /** An address of its own for one webhook, and when that came, by this process's clock. */
  expect(): { readonly url: string; readonly arrivedAtMs: Promise<number> };
  /** Webhooks received in all, repeats among them. */
  readonly received: number;
  /** Those that came more than once. */
  readonly repeated: number;
  /** Verifies the samples with the library of Standard Webhooks; throws for the first that is not signed rightly. */
  verifySamples(secret: string): number;
  stop(): Promise<void>;
}

/** The merchant's side of a webhook: answers 204 at once and notes when the last byte came. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const waiting = new Map<string, (arrivedAtMs: number) => void>();
  const samples: Sample[] = [];
  let expected = 0;
  let received = 0;
  let repeated = 0;

  const arrive = (request: IncomingMessage, chunks: readonly Buffer[]): void => {
    const arrivedAtMs = performance.now();
    received += 1;
    if (received % sampleEvery === 1) samples.push({ body: String(Buffer.concat(chunks)), headers: textsOf(request) });
    const resolve = waiting.get(request.url ?? '');
    if (resolve === undefined) repeated += 1;
    waiting.delete(request.url ?? '');
    resolve?.(arrivedAtMs);
  };
  const server = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrive(request, chunks);
      response.writeHead(204).end();
    });
  });
  return {
    url: server.url,
    expect: () => {
      expected += 1;
      const path = `/webhooks/${expected}`;
      return { url: server.url + path, arrivedAtMs: new Promise((resolve) => waiting.set(path, resolve)) };
    },
    get received() {
      return received;
    },
    get repeated() {
      return repeated;
    },
    verifySamples: (secret) => {
      for (const { body, headers } of samples) new Webhook(secret).verify(body, { ...headers });
      return samples.length;
    },
    stop: server.stop,
  };
};

/** A server on a free port of this machine. */
export const listen = async (
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, onRequest).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const textsOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
