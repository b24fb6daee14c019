import { Problem, problemOf } from './problem.ts';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** A file goes as it is, everything else as JSON. */
  readonly body?: object;
  /** Made once for a dialog and kept over its repeats, so that none of them does it twice. */
  readonly idempotencyKey?: string;
  /** For which of the person's users; their first without it. */
  readonly userId?: number | undefined;
  readonly signal?: AbortSignal;
}

/** An operation of the API, as the person who signed in. Throws the Problem of an answer that is no success. */
export const callApi = async <Answer>(path: string, call: Call = {}): Promise<Answer> => {
  const answer = await ask(`/api${path}${queryText(call.query)}`, call);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
};

/** Of the console itself. */
export const callConsole = async <Answer>(path: string, call: Call = {}): Promise<Answer> => {
  const answer = await ask(`${path}${queryText(call.query)}`, call);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
};

const ask = async (url: string, { method = 'GET', body, idempotencyKey, userId, signal }: Call): Promise<Response> => {
  const answer = await sent(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(userId !== undefined && { 'repasse-user': String(userId) }),
    },
    ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!answer.ok) throw await problemOf(answer);
  return answer;
};

/** A file, as its link has it; who reads the answer to its end sees whether the whole came. */
export const readFile = async (url: string, signal: AbortSignal): Promise<Response> => {
  const answer = await sent(url, { signal });
  if (!answer.ok) throw await problemOf(answer);
  return answer;
};

/** A console that is away is told in the reader's language, as any service that is. */
const sent = (url: string, request: RequestInit): Promise<Response> =>
  fetch(url, request).catch((fault: unknown) => {
    if (request.signal?.aborted === true) throw fault;
    throw new Problem(503, 'server.unavailable', 'The console did not answer.');
  });

export const queryText = (query: Call['query'] = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};
