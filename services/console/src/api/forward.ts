import { type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response } from 'express';
import { invalidRequest, ProblemError } from '@repasse/chassis/http/problem';
import { type Logger } from '@repasse/chassis/log/logger';
import { localsOf } from '../http/faults';
import { userNumberOf } from '../http/user-number';
import { type Identity, type SessionToken } from '../identity';
import { type Sessions } from '../sessions';
import { type ApiAddress } from './api-address';
import { type ConsoleOperation, type FindOperation } from './operations';
import { isIncluded } from './portal';

interface Options {
  readonly apiAddress: ApiAddress;
  readonly findOperation: FindOperation;
  readonly identity: Pick<Identity, 'tellOutcome'>;
  readonly sessions: Sessions;
  readonly log: Logger;
}

/** As long as the edge waits for a service. */
const timeoutMs = 60_000;

/** Headers of a request that the API needs; none of the browser's own, its cookie above all. */
const passedOn = ['accept', 'content-type', 'idempotency-key', 'if-none-match'] as const;
/** Headers of an answer that the page needs. */
const passedBack = [
  ...['content-type', 'content-disposition', 'retry-after', 'idempotency-replayed'],
  ...['repasse-ignored-fields', 'repasse-next-cursor', 'etag'],
];

/** `/api/…`: passes an operation on with a token of the person, for the user in the header Repasse-User. */
export const forward =
  (o: Options): RequestHandler =>
  async (request, response) => {
    const path = request.path;
    const operation = o.findOperation(request.method, path);
    if (operation === undefined) throw notFound();
    localsOf(response).route = `/api${operation.template}`;
    const token = await o.sessions.tokenFor(request, userIn(request), changeOf(operation, path, response));
    if (!isIncluded(token, operation, request)) throw notIncluded();
    const url = o.apiAddress() + urlWithoutUser(request.url);
    const status = await pass(request, response, url, token).catch((fault: unknown) => {
      o.log.warn({ err: fault, operationId: operation.operationId }, 'the API did not answer');
      throw unanswered();
    });
    await tell(o, token, status);
  };

/** In the address of a file that a link leads to, which can have no header. */
const userParameter = 'repasse-user';

/** The user in the header or the address; nobody means the person's first. */
const userIn = ({ headers, query }: Request): number | undefined => {
  const given = headers['repasse-user'] ?? query[userParameter];
  if (given === undefined) return undefined;
  const userId = userNumberOf(given);
  if (userId !== undefined) return userId;
  throw new ProblemError(invalidRequest([{ field: 'Repasse-User', message: 'must be the number of a user.' }]));
};

const urlWithoutUser = (url: string): string => {
  const [path = '', query = ''] = url.split('?');
  const kept = query.split('&').filter((each) => each !== '' && !each.startsWith(`${userParameter}=`));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
};

const objectCharactersMax = 300;

const changeOf = ({ operationId, isChange }: ConsoleOperation, path: string, response: Response) =>
  isChange
    ? { operation: operationId, object: path.slice(0, objectCharactersMax), requestId: localsOf(response).requestId }
    : undefined;

const pass = async (
  request: Request,
  response: Response,
  url: string,
  { accessToken }: SessionToken,
): Promise<number> => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const body: unknown = request.body;
  const answer = await fetch(url, {
    method: request.method,
    headers: headersFor(request.headers, accessToken, localsOf(response).requestId),
    redirect: 'manual',
    ...(Buffer.isBuffer(body) && body.length > 0 && { body: new Uint8Array(body) }),
    // A person who leaves a change alone must not stop it half-way.
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(request.method === 'GET' ? [gone.signal] : [])]),
  });
  response.status(answer.status);
  for (const name of passedBack) {
    const value = answer.headers.get(name);
    if (value !== null) response.set(name, value);
  }
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response).catch(() => undefined);
  return answer.status;
};

const headersFor = (headers: IncomingHttpHeaders, token: string, requestId: string): Record<string, string> => {
  const passed = passedOn.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(passed), authorization: `Bearer ${token}`, 'x-request-id': requestId };
};

/** The person has their answer; an outcome that is not told leaves the entry as one that was begun. */
const tell = async ({ identity, log }: Options, { auditId }: SessionToken, status: number): Promise<void> => {
  if (auditId === null) return;
  await identity.tellOutcome({ auditId, status }).catch((err: unknown) => {
    log.warn({ err, auditId }, 'outcome not written down');
  });
};

const notFound = (): ProblemError =>
  new ProblemError({ status: 404, code: 'route.not_found', detail: 'The console passes on nothing at this path.' });

const notIncluded = (): ProblemError =>
  new ProblemError({
    status: 403,
    code: 'portal_link.not_included',
    detail: 'A portal link shows the chosen screens of one seller and changes nothing.',
  });

const unanswered = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail:
      'The API did not answer. Look whether it was done before you repeat it; with the same Idempotency-Key it is safe.',
    headers: { 'Retry-After': '2' },
    extra: { retryable: true },
  });
