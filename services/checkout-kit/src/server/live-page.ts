import { type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Payable } from '../both-sides/payable.ts';
import { createEventStreams } from './event-streams.ts';
import { createLiveWatch } from './live-watch.ts';
import { watchState } from './watch-state.ts';

interface LivePageOptions<State extends Payable> {
  /** The parameter of the path that says what is watched. */
  readonly idParameter: string;
  /** One text for each id that differs as soon as anything its payer sees does. One query, however many there are. */
  readonly versionsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly load: (id: string) => Promise<State>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Proxies of ours between the payer and this service. */
  readonly proxiesInFront: number;
}

export interface LivePage {
  /** GET …/events */
  readonly watch: Operation;
  /** Ends the streams, which would otherwise keep the server from closing. */
  readonly stop: () => Promise<void>;
}

/** Keeps the pages of one kind up to date. */
export const openLivePage = <State extends Payable>(o: LivePageOptions<State>): LivePage => {
  const watch = createLiveWatch(o);
  const streams = createEventStreams(o.log);
  return {
    watch: watchState({ ...o, watch, streams }),
    stop: async () => {
      await Promise.all([streams.stop(), watch.stop()]);
    },
  };
};
