import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type ServerOptions } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf, startStandIn, type StandIn } from '@repasse/chassis/testing/stand-in';

export interface ProviderAnswer {
  readonly status: number;
  /** A string is sent as it is. */
  readonly body?: unknown;
  readonly contentType?: string;
}

/** How a proxy treats one question. `isDone` says whether it acts on it before it misbehaves. */
export type Treatment =
  | { readonly kind: 'silent'; readonly isDone: boolean }
  | { readonly kind: 'cut'; readonly isDone: boolean }
  | ({ readonly kind: 'answer'; readonly isDone: boolean } & ProviderAnswer)
  /** Acts, and says something else of it. */
  | { readonly kind: 'changed'; readonly change: (body: Record<string, unknown>) => unknown }
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Acts, then lets something else happen before it answers. */
  | { readonly kind: 'meanwhile'; readonly run: () => Promise<unknown> }
  /** Acts and answers once the test lets it. */
  | { readonly kind: 'held'; readonly until: Promise<void> };

export interface ProviderProxy<Question extends { readonly operation: string }> extends Omit<StandIn, 'hangUp'> {
  /** Is not there until `restart`. */
  readonly leave: () => Promise<void>;
  /** Every question that arrived, oldest first. */
  readonly questions: readonly Question[];
  /** The kinds of questions that arrived, oldest first. */
  readonly asked: () => readonly Question['operation'][];
  readonly count: (operation: Question['operation']) => number;
  /** For the next question of this kind; several queue up. */
  readonly next: (operation: Question['operation'], treatment: Treatment) => void;
  /** For every question of this kind from now on; undefined ends it. */
  readonly always: (operation: Question['operation'], treatment: Treatment | undefined) => void;
}

export interface ProxyOptions<Question> {
  readonly questionOf: (request: IncomingMessage, text: string) => Question;
  /** Where a path leads to, when that is not simply behind. */
  readonly targetOf?: (path: string) => URL;
  /** The request that is handed on in place of the one that came. */
  readonly sentFor?: (question: Question, text: string) => string;
  readonly tls?: ServerOptions | undefined;
}

/** A proxy in front of a simulated provider that can be told to misbehave. Stopping it stops what is behind. */
export const startInFrontOf = async <Question extends { readonly operation: string }>(
  simulated: { readonly url: string; readonly stop: () => Promise<void> },
  options: ProxyOptions<Question>,
): Promise<ProviderProxy<Question>> => {
  const { questionOf, targetOf = (path) => new URL(`${simulated.url}${path}`), sentFor = (_, text) => text } = options;
  const questions: Question[] = [];
  const queued: { readonly operation: string; readonly treatment: Treatment }[] = [];
  const lasting = new Map<string, Treatment>();

  const treatmentOf = (operation: string): Treatment | undefined => {
    const at = queued.findIndex((each) => each.operation === operation);
    return at === -1 ? lasting.get(operation) : queued.splice(at, 1)[0]?.treatment;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await bodyOf(request);
    const question = questionOf(request, text);
    questions.push(question);
    const act = () => handOn(request, targetOf(request.url ?? ''), sentFor(question, text));
    const answer = await treat(treatmentOf(question.operation), act);
    if (answer === 'cut') response.destroy();
    else if (answer !== 'silent') {
      const { status, body, contentType = 'application/json' } = answer;
      response.writeHead(status, { 'content-type': contentType }).end(textOf(body));
    }
  };
  const { url, stop, restart } = await startStandIn(serve, options.tls === undefined ? {} : { tls: options.tls });

  return {
    ...{ url, leave: stop, restart, questions },
    stop: async () => {
      await stop();
      await simulated.stop();
    },
    asked: () => questions.map(({ operation }) => operation),
    count: (operation) => questions.filter((each) => each.operation === operation).length,
    next: (operation, treatment) => void queued.push({ operation, treatment }),
    always: (operation, treatment) => {
      if (treatment === undefined) lasting.delete(operation);
      else lasting.set(operation, treatment);
    },
  };
};

/** They belong to the one connection. */
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect']);

const handOn = async (request: IncomingMessage, target: URL, text: string): Promise<ProviderAnswer> => {
  const handedOn = Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name));
  const headers = Object.fromEntries(handedOn) as Record<string, string>;
  const sent = text === '' ? {} : { body: text };
  const answer = await fetch(target, { method: request.method ?? 'GET', headers, ...sent });
  const contentType = answer.headers.get('content-type') ?? 'text/plain';
  return { status: answer.status, body: await answer.text(), contentType };
};

const treat = async (
  treatment: Treatment | undefined,
  act: () => Promise<ProviderAnswer>,
): Promise<ProviderAnswer | 'cut' | 'silent'> => {
  if (treatment === undefined) return act();
  switch (treatment.kind) {
    case 'slow':
      await pause(treatment.delayMs);
      return act();
    case 'changed': {
      const answer = await act();
      if (answer.status >= 400) return answer;
      return { ...answer, body: treatment.change(JSON.parse(textOf(answer.body)) as Record<string, unknown>) };
    }
    case 'held':
      await treatment.until;
      return act();
    case 'meanwhile': {
      const answer = await act();
      await treatment.run();
      return answer;
    }
    case 'silent':
    case 'cut':
      if (treatment.isDone) await act();
      return treatment.kind;
    case 'answer':
      if (treatment.isDone) await act();
      return treatment;
  }
};

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  return body === undefined ? '' : JSON.stringify(body);
};
