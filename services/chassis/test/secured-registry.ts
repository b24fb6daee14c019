import { readFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type CertificateFiles } from '../src/testing/certificates';

export interface SecuredRegistry {
  readonly url: string;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** What our client and the deploy step ask of a registry, over TLS and for one user. Compatibility is not checked. */
export const startSecuredRegistry = async (
  { certFile, keyFile }: CertificateFiles,
  user: { readonly name: string; readonly password: string },
  port = 0,
): Promise<SecuredRegistry> => {
  const schemas: { readonly subject: string; readonly schema: string }[] = [];
  const authorization = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (request.headers.authorization !== authorization) return fault(401, 40101, 'Unauthorized');
    const [, kind, name = '', rest] = (request.url ?? '').split('/').map(decodeURIComponent);
    if (kind === 'schemas') {
      const found = schemas[Number(request.url?.split('/').at(-1)) - 1];
      return found === undefined
        ? fault(404, 40403, 'Schema not found')
        : ok({ schema: found.schema, schemaType: 'JSON' });
    }
    if (kind === 'config') return ok({ compatibility: 'BACKWARD_TRANSITIVE' });
    const { schema } = (await json(request)) as { schema: string };
    const at = schemas.findIndex((known) => known.subject === name && known.schema === schema);
    if (at !== -1) return ok({ subject: name, id: at + 1, version: 1, schema });
    return rest === 'versions' ? ok({ id: schemas.push({ subject: name, schema }) }) : fault(404, 40403, 'Not found');
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer(
    { cert: readFileSync(certFile), key: readFileSync(keyFile) },
    (request, response) => void serve(request, response),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const ok = (body: object): Answer => ({ status: 200, body });
const fault = (status: number, code: number, message: string): Answer => ({
  status,
  body: { error_code: code, message },
});
