import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';

export interface RunningInvoiceQuery {
  /** GET with the token; throws unless the answer is 200. */
  readonly get: (path: string, token: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const main = join(__dirname, '../../services/invoice-query/dist/main.js');

/** Compiling and migrating on a machine that is busy with other things. */
const startTimeoutMs = 60_000;

/** The built service as a process of its own, as it runs anywhere, so that who measures does not hold it up. */
export const startInvoiceQuery = async (
  postgresUrl: string,
  issuer: { readonly issuer: string; readonly jwksUrl: string },
): Promise<RunningInvoiceQuery> => {
  const port = await freePort();
  const env = {
    ...{ PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    ...{ POSTGRES_URL: postgresUrl, BUS_POSTGRES_URL: `${postgresUrl}_bus` },
    ...{ JWKS_URL: issuer.jwksUrl, TOKEN_ISSUER: issuer.issuer, INTERNAL_TOKEN: 'nobody-calls-it-from-inside' },
  };
  const child = fork(main, { env, execArgv: [] });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/health/ready`)).ok, { timeoutMs: startTimeoutMs });
  return {
    get: async (path, token) => {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      const body = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body}`);
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};
