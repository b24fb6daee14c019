import type { Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import type { Logger } from '@repasse/chassis/log/logger';
import type { ChargeWatch } from './charge-watch';
import type { EventStream, EventStreams } from './event-streams';
import type { LoadCheckout } from './load-checkout';
import { isFinal } from './both-sides/checkout-state';

export interface WatchDependencies {
  readonly load: LoadCheckout;
  readonly watch: ChargeWatch;
  readonly streams: EventStreams;
  readonly log: Logger;
}

/** GET /checkout/{chargeId}/events: the state now, and again whenever it changes, until nothing more can change. */
export const watchCheckout = (deps: WatchDependencies): Operation => ({
  handle: async ({ params }) => {
    const { chargeId = '' } = params;
    // Before the stream is opened, so that a charge that is not there is a plain answer.
    const { state } = await deps.load(chargeId);
    const stream = deps.streams.open();
    if (!stream) throw tooMany();
    stream.send('state', state);
    if (isFinal(state.status)) stream.end();
    else follow(deps, chargeId, stream);
    return {
      status: 200,
      stream: stream.readable,
      contentType: 'text/event-stream; charset=utf-8',
      // Asks proxies that collect answers not to collect this one.
      headers: { 'x-accel-buffering': 'no' },
    };
  },
});

const follow = ({ load, watch, log }: WatchDependencies, chargeId: string, stream: EventStream): void => {
  const tell = async (): Promise<void> => {
    const { state } = await load(chargeId);
    stream.send('state', state);
    if (isFinal(state.status)) stream.end();
  };
  const leave = watch.watch(chargeId, () => {
    // The next change brings it; until then the page asks by itself.
    tell().catch((err: unknown) => {
      log.warn({ err, chargeId }, 'a payer could not be told of a change');
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
