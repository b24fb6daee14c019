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

/** How a stand-in treats one question. `isDone` says whether it acts on it before it misbehaves. */
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

/** A question as the stand-in understands it, and what it does for it. */
export interface Route<Question> {
  readonly question: Question;
  readonly act: () => ProviderAnswer | Promise<ProviderAnswer>;
}

export interface ProviderStandIn<Question extends { readonly operation: string }> extends Omit<StandIn, 'hangUp'> {
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

export interface ProviderOptions<Question> {
  readonly route: (request: IncomingMessage, text: string) => Route<Question>;
  /** Of an answer with a body; JSON when left out. */
  readonly contentTypeOf?: (status: number) => string;
  readonly tls?: ServerOptions | undefined;
}

/** Has a provider behind it act, on what it was asked unless `sentFor` says otherwise. */
export const behind =
  <Question>(
    questionOf: (request: IncomingMessage, text: string) => Question,
    targetOf: (url: string) => URL,
    sentFor: (question: Question, text: string) => string = (_, text) => text,
  ) =>
  (request: IncomingMessage, text: string): Route<Question> => {
    const question = questionOf(request, text);
    const act = async (): Promise<ProviderAnswer> => {
      const { method = 'GET', url = '' } = request;
      const handedOn = Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name));
      const headers = Object.fromEntries(handedOn) as Record<string, string>;
      const sent = text === '' ? {} : { body: sentFor(question, text) };
      const answer = await fetch(targetOf(url), { method, headers, ...sent });
      const contentType = answer.headers.get('content-type') ?? 'text/plain';
      return { status: answer.status, body: await answer.text(), contentType };
    };
    return { question, act };
  };

/** They belong to the one connection. */
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect']);

/** A provider over real HTTP that can be told to misbehave. */
export const startProviderStandIn = async <Question extends { readonly operation: string }>({
  route,
  contentTypeOf = () => 'application/json',
  tls,
}: ProviderOptions<Question>): Promise<ProviderStandIn<Question>> => {
  const questions: Question[] = [];
  const queued: { readonly operation: string; readonly treatment: Treatment }[] = [];
  const lasting = new Map<string, Treatment>();

  const treatmentOf = (operation: string): Treatment | undefined => {
    const at = queued.findIndex((each) => each.operation === operation);
    return at === -1 ? lasting.get(operation) : queued.splice(at, 1)[0]?.treatment;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { question, act } = route(request, await bodyOf(request));
    questions.push(question);
    const answer = await treat(treatmentOf(question.operation), act);
    if (answer === 'cut') response.destroy();
    else if (answer !== 'silent') {
      const contentType = answer.contentType ?? contentTypeOf(answer.status);
      response.writeHead(answer.status, { 'content-type': contentType }).end(textOf(answer.body));
    }
  };
  const { url, stop, restart } = await startStandIn(serve, tls === undefined ? {} : { tls });

  return {
    ...{ url, stop, leave: stop, restart, questions },
    asked: () => questions.map(({ operation }) => operation),
    count: (operation) => questions.filter((each) => each.operation === operation).length,
    next: (operation, treatment) => void queued.push({ operation, treatment }),
    always: (operation, treatment) => {
      if (treatment === undefined) lasting.delete(operation);
      else lasting.set(operation, treatment);
    },
  };
};

const treat = async (
  treatment: Treatment | undefined,
  act: Route<unknown>['act'],
): Promise<ProviderAnswer | 'cut' | 'silent'> => {
  if (treatment === undefined) return act();
  switch (treatment.kind) {
    case 'slow':
      await pause(treatment.delayMs);
      return act();
    case 'held':
      await treatment.until;
      return act();
    case 'changed': {
      const answer = await act();
      if (answer.status >= 400) return answer;
      return { ...answer, body: treatment.change(JSON.parse(textOf(answer.body)) as Record<string, unknown>) };
    }
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
