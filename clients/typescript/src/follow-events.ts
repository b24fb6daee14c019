import { type operations } from './generated/api';
import { type Events } from './generated/resources';
import { isRetried, pauseMs } from './transport/retry';
import { sleep } from './transport/sleep';
import { type Answer } from './transport/resource';

type FeedPage = Answer<operations['listEvents']>;
export type FeedEvent = FeedPage['data'][number];

export interface FollowOptions {
  /** The id of the last event that was handled; the feed's beginning without it. Keep it, and nothing is missed or repeated. */
  readonly after?: string | undefined;
  /** Types (`charge.paid`) or families (`refund.*`); all without it. */
  readonly types?: readonly string[];
  readonly chargeId?: string;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Below what proxies in between allow. */
const waitSeconds = 20;
const pageMax = 500;
/** A page after its waiting time. */
const timeoutMs = (waitSeconds + 15) * 1_000;

/**
 * Every event behind another one, in order and without gaps, as it happens. It goes on through outages of the installation
 * and of the network, from where it was, until the signal ends it; a refusal, as of a key without webhooks:read, is thrown.
 */
export async function* followEvents(
  events: Pick<Events, 'list'>,
  { after, types, chargeId, signal }: FollowOptions = {},
): AsyncGenerator<FeedEvent, void, undefined> {
  let behind = after;
  for (let failures = 0; signal?.aborted !== true;) {
    try {
      const query = { limit: pageMax, waitSeconds, ...definedOf({ after: behind, types: types?.join(','), chargeId }) };
      const { data } = await events.list(query, { timeoutMs, maxRetries: 0, ...(signal && { signal }) });
      failures = 0;
      for (const event of data) {
        yield event;
        behind = event.id;
      }
    } catch (thrown) {
      if (isAborted(signal)) return;
      if (!isRetried({ method: 'GET', takesKey: false }, thrown)) throw thrown;
      failures += 1;
      await sleep(pauseMs(failures, thrown) ?? waitSeconds * 1_000, signal).catch(() => undefined);
    }
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

const definedOf = <T extends object>(values: T): { [Name in keyof T]: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };
