import { type IncomingMessage, type ServerResponse } from 'node:http';
import { bodyOf, startStandIn } from '@repasse/chassis/testing/stand-in';
import { loadConfig } from '../src/config';
import { startConsole } from '../src/main';
import { createSessionCookie } from '../src/session-cookie';

const publicUrl = 'http://console.example';

/** Of somebody who signed in. */
export const cookie = (createSessionCookie(publicUrl).write('s'.repeat(43)).split(';')[0] ?? '').trim();

interface Answer {
  readonly status: number;
  readonly body?: object;
}

export interface Parties {
  /** What identity answers, by path and body. */
  readonly identity: (path: string, body: Readonly<Record<string, unknown>>) => Answer;
  readonly api: (request: IncomingMessage, body: string) => Answer;
  /** Without it the console has no sandbox. */
  readonly sandbox?: (request: IncomingMessage, body: string) => Answer;
}

const send = (response: ServerResponse, { status, body }: Answer): void => {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json').end(body && JSON.stringify(body));
};

/** The console between an identity and an API that answer as a test says. */
export const startTestConsole = async ({ identity, api, sandbox }: Parties) => {
  const ofIdentity = await startStandIn(async (request, response) => {
    const body = JSON.parse(await bodyOf(request)) as Readonly<Record<string, unknown>>;
    send(response, identity(request.url ?? '', body));
  });
  const ofApi = await startStandIn(async (request, response) => send(response, api(request, await bodyOf(request))));
  const ofSandbox =
    sandbox &&
    (await startStandIn(async (request, response) => send(response, sandbox(request, await bodyOf(request)))));
  const running = await startConsole(
    loadConfig({
      ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', CONSOLE_PUBLIC_URL: publicUrl },
      ...{ API_URL: ofApi.url, IDENTITY_URL: ofIdentity.url, IDENTITY_TOKEN: 't'.repeat(43) },
      ...(ofSandbox && { PROVIDER_SANDBOX_URL: ofSandbox.url, PROVIDER_SANDBOX_PUBLIC_URL: 'http://sandbox.example' }),
    }),
  );
  const ask = (method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response> =>
    fetch(running.url + path, {
      method,
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const stop = async (): Promise<void> => {
    await running.stop();
    await Promise.all([ofIdentity.stop(), ofApi.stop(), ofSandbox?.stop()]);
  };
  return { url: running.url, ask, stop };
};
