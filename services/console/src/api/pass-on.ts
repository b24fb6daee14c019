import { type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type Response } from 'express';
import { localsOf } from '../http/faults';
import { type SessionToken } from '../identity';

/** As long as the edge waits for a service. */
const timeoutMs = 60_000;

/** Headers of a request that the API needs; none of the browser's own, its cookie above all. */
const passedOn = ['accept', 'content-type', 'idempotency-key', 'if-none-match'] as const;
/** Headers of an answer that the page needs. */
const passedBack = [
  ...['content-type', 'content-disposition', 'retry-after', 'idempotency-replayed'],
  ...['repasse-ignored-fields', 'repasse-next-cursor', 'etag'],
];

/** Asks the API as the person and answers as it does; returns the status. */
export const passOn = async (
  request: Request,
  response: Response,
  url: string,
  { accessToken }: SessionToken,
): Promise<number> => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const patience = createPatience();
  const body: unknown = request.body;
  const answer = await fetch(url, {
    method: request.method,
    headers: headersFor(request.headers, accessToken, localsOf(response).requestId),
    redirect: 'manual',
    ...(Buffer.isBuffer(body) && body.length > 0 && { body: new Uint8Array(body) }),
    // A person who leaves a change alone must not stop it half-way.
    signal: AbortSignal.any([patience.signal, ...(request.method === 'GET' ? [gone.signal] : [])]),
  });
  response.status(answer.status);
  for (const name of passedBack) {
    const value = answer.headers.get(name);
    if (value !== null) response.set(name, value);
  }
  keepPagesApart(response, answer.headers);
  if (answer.body === null) response.end();
  else
    await pipeline(
      Readable.fromWeb(answer.body),
      (chunks: AsyncIterable<unknown>) => patience.renew(chunks),
      response,
    ).catch(() => undefined);
  patience.end();
  return answer.status;
};

/** An export may take minutes while something comes: only a silence is too long. */
const createPatience = () => {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(new Error('The API was silent.')), timeoutMs);
  return {
    signal: ended.signal,
    renew: async function* (chunks: AsyncIterable<unknown>) {
      for await (const chunk of chunks) {
        timer.refresh();
        yield chunk;
      }
    },
    end: () => clearTimeout(timer),
  };
};

/** A page of a service's, such as a receipt, is shown by its own policy, and without one by none of the app's: it does nothing. */
const keepPagesApart = (response: Response, answered: Headers): void => {
  const isPage = answered.get('content-type')?.startsWith('text/html') === true;
  const policy = 'content-security-policy';
  if (isPage) response.set(policy, answered.get(policy) ?? "default-src 'none'; sandbox");
};

const headersFor = (headers: IncomingHttpHeaders, token: string, requestId: string): Record<string, string> => {
  const passed = passedOn.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(passed), authorization: `Bearer ${token}`, 'x-request-id': requestId };
};
