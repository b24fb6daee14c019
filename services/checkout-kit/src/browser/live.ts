import { isFinal, type Payable } from '../both-sides/payable.ts';
import { type Answer } from './ask.ts';

interface LiveOptions<S> {
  readonly ask: () => Promise<Answer<S>>;
  readonly eventsUrl: string;
  readonly apply: (state: S) => void;
  readonly setConnected: (isConnected: boolean) => void;
}

/** While the stream is down: often enough to feel live, seldom enough for a phone's battery. */
const pollEveryMs = 3_000;

/** A stream that was refused is asked for again, in case the service was only full or restarting. */
const reopenAfterMs = 15_000;

/** The service says something every ten seconds; a stream that is silent for longer is dead and does not know it. */
const silenceMsMax = 25_000;

/** Keeps the page up to date: by a stream of events, and by asking while there is none. */
export const watchLive = <S extends Payable>({ ask, eventsUrl, apply, setConnected }: LiveOptions<S>): void => {
  let isDone = false;
  let receivedAtMs: number | undefined;
  let source: EventSource | undefined;

  const take = (state: S): void => {
    setConnected(true);
    apply(state);
    if (!isFinal(state.status)) return;
    isDone = true;
    source?.close();
  };

  const poll = async (): Promise<void> => {
    const answer = await ask();
    if (answer.isOk) take(answer.body);
    else setConnected(answer.problem.code !== 'network');
  };

  const markReceived = (): void => {
    receivedAtMs = performance.now();
  };
  const isStreaming = (): boolean => receivedAtMs !== undefined && performance.now() - receivedAtMs < silenceMsMax;

  const open = (): void => {
    if (isDone) return;
    source = new EventSource(eventsUrl);
    source.addEventListener('state', ({ data }: MessageEvent<string>) => {
      markReceived();
      take(JSON.parse(data) as S);
    });
    source.addEventListener('beat', () => {
      markReceived();
      // A stream may outlive what the browser calls offline, and tells nothing new then.
      setConnected(true);
    });
    source.addEventListener('error', () => {
      receivedAtMs = undefined;
      // The browser reconnects by itself, unless it was refused.
      if (source?.readyState === EventSource.CLOSED) setTimeout(open, reopenAfterMs);
    });
  };

  open();
  setInterval(() => {
    if (!isStreaming() && !isDone) void poll();
  }, pollEveryMs);
  window.addEventListener('offline', () => {
    receivedAtMs = undefined;
    if (!isDone) setConnected(false);
  });
  // A phone puts the page to sleep while its owner pays in the bank's app.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !isDone) void poll();
  });
};
