import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { callerAddress } from '@repasse/chassis/limits/caller-address';
import { isFinal, type Payable } from '../both-sides/payable.ts';
import { type EventStream, type EventStreams } from './event-streams.ts';
import { type LiveWatch } from './live-watch.ts';

export interface WatchDependencies<State extends Payable> {
  /** The path parameter with the id of the watched object. */
  readonly idParameter: string;
  readonly watch: LiveWatch<State>;
  readonly streams: EventStreams;
  readonly clock: Clock;
  /** The number of our proxies between the payer and this service, which add their callers to X-Forwarded-For. */
  readonly proxiesInFront: number;
}

/** GET …/events: the state now, and again whenever it changes, until nothing more can change. */
export const watchState = <State extends Payable>(deps: WatchDependencies<State>): Operation => ({
  handle: async (request) => {
    const id = request.params[deps.idParameter] ?? '';
    const stream = openedStream(deps, id, request);
    try {
      // Before the stream starts, so that a missing object gets a plain answer.
      await follow(deps, id, stream);
    } catch (fault) {
      stream.readable.destroy();
      throw fault;
    }
    return {
      status: 200,
      stream: stream.readable,
      contentType: 'text/event-stream; charset=utf-8',
      // Asks proxies that collect answers not to collect this one.
      headers: { 'x-accel-buffering': 'no' },
    };
  },
});

const openedStream = <State extends Payable>(
  { streams, proxiesInFront }: WatchDependencies<State>,
  id: string,
  { headers, remoteAddress }: ApiRequest,
): EventStream => {
  const address = callerAddress({ forwardedFor: headers['x-forwarded-for'], remoteAddress }, proxiesInFront);
  const opened = streams.open({ id, address });
  if (typeof opened !== 'string') return opened;
  throw opened === 'full' ? tooManyHere() : tooManyOf(opened);
};

const follow = async <State extends Payable>(
  { watch, clock }: WatchDependencies<State>,
  id: string,
  stream: EventStream,
): Promise<void> => {
  const send = (state: State): void => {
    stream.send('state', state);
    if (isFinal(state.status)) stream.end();
  };
  const { state, leave } = await watch.watch(id, send);
  stream.onClose(leave);
  // It may have been loaded earlier for another watcher; only the time has changed since.
  send({ ...state, now: toIso(clock.now()) });
};

/** As long as a browser that was refused waits before it tries again; meanwhile the page asks for the state. */
const retryAfterSeconds = '15';

const tooManyOf = (what: 'id' | 'address'): ProblemError =>
  new ProblemError({
    status: 429,
    code: 'request.rate_limited',
    detail: `As many streams as ${owners[what]} may have are open. Close one, or ask for the state instead.`,
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { retryable: true },
  });

const owners = { id: 'this page', address: 'an address' } as const;

const tooManyHere = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'As many pages as this instance can follow are open. Ask for the state instead.',
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { retryable: true },
  });
