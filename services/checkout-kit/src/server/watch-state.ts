import type { Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import type { Logger } from '@repasse/chassis/log/logger';
import { isFinal, type Payable } from '../both-sides/payable.ts';
import type { EventStream, EventStreams } from './event-streams.ts';
import type { LiveWatch } from './live-watch.ts';

export interface WatchDependencies {
  /** The parameter of the path that says what is watched. */
  readonly idParameter: string;
  readonly load: (id: string) => Promise<{ readonly state: Payable }>;
  readonly watch: LiveWatch;
  readonly streams: EventStreams;
  readonly log: Logger;
}

/** GET …/events: the state now, and again whenever it changes, until nothing more can change. */
export const watchState = (deps: WatchDependencies): Operation => ({
  handle: async ({ params }) => {
    const id = params[deps.idParameter] ?? '';
    // Before the stream is opened, so that what is not there is a plain answer.
    const { state } = await deps.load(id);
    const stream = deps.streams.open();
    if (!stream) throw tooMany();
    stream.send('state', state);
    if (isFinal(state.status)) stream.end();
    else follow(deps, id, stream);
    return {
      status: 200,
      stream: stream.readable,
      contentType: 'text/event-stream; charset=utf-8',
      // Asks proxies that collect answers not to collect this one.
      headers: { 'x-accel-buffering': 'no' },
    };
  },
});

const follow = ({ load, watch, log }: WatchDependencies, id: string, stream: EventStream): void => {
  const tell = async (): Promise<void> => {
    const { state } = await load(id);
    stream.send('state', state);
    if (isFinal(state.status)) stream.end();
  };
  const leave = watch.watch(id, () => {
    // The next change brings it; until then the page asks by itself.
    tell().catch((err: unknown) => {
      log.warn({ err, id }, 'a payer could not be told of a change');
      stream.end();
    });
  });
  stream.onClose(leave);
};

const tooMany = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'As many pages as this instance can follow are open. Ask for the state instead.',
    headers: { 'Retry-After': '15' },
    extra: { retryable: true },
  });
