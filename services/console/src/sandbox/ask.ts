import { ProblemError, type ProblemDetails } from '@repasse/chassis/http/problem';

/** Chaos of ours slows providers only, neither the sandbox's controls nor the API. */
const timeoutMs = 20_000;

export type Answer = Readonly<Record<string, unknown>>;

/** What a service answers. Its refusal is thrown as it is, and its silence as a problem that may be tried again. */
export const ask = async <Body = Answer>(url: string, request: RequestInit): Promise<Body> => {
  const answer = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(
    unanswered,
  );
  const body: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) throw refusalOf(answer.status, body as Partial<ProblemDetails>);
  return body as Body;
};

const refusalOf = (status: number, { code, detail = '', errors }: Partial<ProblemDetails>): ProblemError =>
  new ProblemError({ status, code: code ?? 'server.unavailable', detail, ...(errors && { errors }) });

const unanswered = (): never => {
  throw new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'The sandbox did not answer. Look whether it was done before you repeat it.',
    headers: { 'Retry-After': '2' },
    extra: { retryable: true },
  });
};
