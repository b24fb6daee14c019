import { useEffect, useRef, useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi } from '../../session/session.tsx';
import { type Search } from '../use-filters.ts';
import { useIsSeen } from './use-is-seen.ts';

type EventPage = components['schemas']['EventPage'];
type FeedEvent = components['schemas']['Event'];

interface Options {
  readonly isLive: boolean;
  readonly filters: Search;
  /** Behind which event to begin; null for the beginning of the feed. */
  readonly after: string | null;
}

/** The longest the API waits for one, so that a quiet feed costs three requests a minute. */
const waitSeconds = 20;
/** As many as a person looks through; what came before is in the pages. */
const eventsKept = 200;

/** New events while the tab is in the foreground. Those that come while it is not are fetched when it returns. */
export const useLiveEvents = ({ isLive, filters, after }: Options) => {
  const api = useApi();
  const isSeen = useIsSeen();
  const [events, setEvents] = useState<readonly FeedEvent[]>([]);
  const [fault, setFault] = useState<Error | null>(null);
  const place = useRef(after);
  useEffect(() => {
    if (!isLive || !isSeen) return undefined;
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const query = { ...filters, after: place.current ?? undefined, limit: eventsKept, waitSeconds };
        const { data, nextAfter } = await api<EventPage>('/events', { query, signal: stop.signal });
        place.current = nextAfter;
        if (data.length > 0) setEvents((before) => [...before, ...data].slice(-eventsKept));
      }
    };
    follow().catch((thrown: unknown) => {
      if (!stop.signal.aborted && thrown instanceof Error) setFault(thrown);
    });
    return () => stop.abort();
    // Other filters make another list, which begins anew.
  }, [isLive, isSeen]);
  return { events, fault };
};
