import { connect } from 'node:http2';
import { request, type RequestOptions } from 'node:https';
import { readAnswer, type Answered, type Asked } from './edge-for-tests';
import { type RunningGateway } from './gateway-programs';

export type GatewayHost = 'api.example.com' | 'gateway.example.com';

/** One request by TLS on a connection of its own. */
export const askGateway = (gateway: RunningGateway, host: GatewayHost, asked: Asked): Promise<Answered> =>
  new Promise((resolve, refuse) => {
    const asking = request(optionsOf(gateway, host, asked), (answer) => {
      readAnswer(answer).then(resolve, refuse);
    });
    asking.once('error', refuse);
    asking.end(asked.body);
  });

const optionsOf = (
  { httpsPort, ca }: RunningGateway,
  host: GatewayHost,
  { method = 'GET', path = '/balance', headers = {} }: Asked,
): RequestOptions => ({
  // The certificate is one of 127.0.0.1; its authority is checked.
  ...{ host: '127.0.0.1', port: httpsPort, ca, agent: false, checkServerIdentity: () => undefined },
  ...{ method, path, headers: { host, ...headers } },
});

/** Resolves with the first piece of an answer's body, and leaves. */
export const firstPiece = (gateway: RunningGateway, host: GatewayHost, path: string): Promise<string> =>
  new Promise((resolve, refuse) => {
    const asking = request(optionsOf(gateway, host, { path }), (answer) => {
      answer.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
        answer.destroy();
      });
      answer.on('error', () => undefined);
    });
    asking.once('error', refuse);
    asking.end();
  });

/** The status of a request by HTTP/2. */
export const statusByHttp2 = (gateway: RunningGateway, host: GatewayHost, path: string): Promise<number> =>
  new Promise((resolve, refuse) => {
    const session = connect(`https://127.0.0.1:${gateway.httpsPort}`, { ca: gateway.ca });
    session.once('error', refuse);
    const asking = session.request({ ':path': path, ':authority': host });
    asking.once('error', refuse);
    asking.once('response', (headers) => {
      resolve(headers[':status'] ?? 0);
      asking.resume();
      session.close();
    });
    asking.end();
  });
