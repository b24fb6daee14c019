import { type Request, type RequestHandler, type Response } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Logger } from '@repasse/chassis/log/logger';
import { localsOf } from '../http/faults';
import { userIn, userParameter } from '../http/user-in';
import { type Identity, type SessionToken } from '../identity';
import { type Sessions } from '../sessions';
import { type ApiAddress } from './api-address';
import { passOn } from './pass-on';
import { readChanges, readSetting, type Setting } from './read-setting';
import { type ConsoleOperation, type FindOperation } from './operations';
import { isIncluded } from './portal';

interface Options {
  readonly apiAddress: ApiAddress;
  readonly findOperation: FindOperation;
  readonly identity: Pick<Identity, 'tellOutcome'>;
  readonly sessions: Sessions;
  readonly log: Logger;
}

/** `/api/…`: passes an operation on with a token of the person, for the user in the header Repasse-User. */
export const forward =
  (o: Options): RequestHandler =>
  async (request, response) => {
    const path = request.path;
    const operation = o.findOperation(request.method, path);
    if (operation === undefined) throw notFound();
    localsOf(response).route = `/api${operation.template}`;
    const token = await o.sessions.tokenFor(request, userIn(request), changeOf(operation, request, response));
    if (!isIncluded(token, operation, request)) throw notIncluded();
    const setting = settingOf(operation, request, token, localsOf(response).requestId);
    const before = setting && (await readSetting(o, setting));
    const url = o.apiAddress() + urlWithoutUser(request.url);
    const status = await passOn(request, response, url, token).catch((fault: unknown) => {
      o.log.warn({ err: fault, operationId: operation.operationId }, 'the API did not answer');
      throw unanswered();
    });
    const isDone = status < 400 && setting !== undefined;
    const changes = isDone ? await readChanges(o, setting, before) : undefined;
    await tell(o, token, { status, ...(changes !== undefined && changes.length > 0 && { changes }) });
  };

const urlWithoutUser = (url: string): string => {
  const [path = '', query = ''] = url.split('?');
  const kept = query.split('&').filter((each) => each !== '' && !each.startsWith(`${userParameter}=`));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
};

/** Where what it changes is read, with the query of the change: it may name whose it is. */
const settingOf = (
  { settingParts }: ConsoleOperation,
  { path, url }: Request,
  token: SessionToken,
  requestId: string,
): Setting | undefined => {
  if (settingParts === undefined) return undefined;
  const [, query] = urlWithoutUser(url).split('?');
  const settingPath = path.split('/').slice(0, settingParts).join('/');
  return { url: query === undefined ? settingPath : `${settingPath}?${query}`, token, requestId };
};

const objectCharactersMax = 300;

/** A change, or a file that is taken away: both are written down. */
const changeOf = ({ operationId, isChange }: ConsoleOperation, request: Request, response: Response) => {
  const isExport = isExportOf(request);
  if (!isChange && !isExport) return undefined;
  const object = request.path.slice(0, objectCharactersMax);
  return { operation: operationId, object, requestId: localsOf(response).requestId, ...(isExport && { isExport }) };
};

/** The first page of a list stands for all: those behind it belong to the same file. */
const isExportOf = ({ method, path, query }: Request): boolean =>
  method === 'GET' &&
  query['cursor'] === undefined &&
  (path.endsWith('.csv') || query['format'] === 'csv' || query['format'] === 'ofx');

type Outcome = Omit<Parameters<Identity['tellOutcome']>[0], 'auditId'>;

/** The person has their answer; an outcome that is not told leaves the entry as one that was begun. */
const tell = async ({ identity, log }: Options, { auditId }: SessionToken, outcome: Outcome): Promise<void> => {
  if (auditId === null) return;
  await identity.tellOutcome({ auditId, ...outcome }).catch((err: unknown) => {
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
