import { type Locale } from '../both-sides/locale.ts';
import { moneyText } from '../both-sides/money-text.ts';
import { brasiliaTimeText } from '../both-sides/receipt.ts';
import { type Payable } from '../both-sides/payable.ts';
import { textsFor } from '../both-sides/texts.ts';
import { type Answer } from './ask.ts';
import { byId } from './dom.ts';
import { watchLive } from './live.ts';
import { type Page, type Part } from './page.ts';

interface Start<S extends Payable> {
  readonly first: S;
  readonly locale: Locale;
  readonly ask: () => Promise<Answer<S>>;
  readonly eventsUrl: string;
  readonly partsOf: (page: Page<S>) => readonly Part<S>[];
}

/** Reads the data that the server wrote into the page for its script. */
export const readPage = <S extends Payable>(): {
  readonly first: S;
  readonly locale: Locale;
  readonly token: string;
  readonly dataOf: (name: string) => string;
} => {
  const main = byId('checkout', HTMLElement);
  const dataOf = (name: string): string => main.dataset[name] ?? '';
  return {
    first: JSON.parse(dataOf('state')) as S,
    locale: dataOf('locale') === 'en' ? 'en' : 'pt',
    token: new URLSearchParams(window.location.search).get('token') ?? '',
    dataOf,
  };
};

/** Brings the server's page to life: what it shows is in its attributes, what changes comes over the stream. */
export const startPage = <S extends Payable>(o: Start<S>): void => {
  let state = o.first;
  let isShown = false;
  const clock = createServerClock();
  const apply = (next: S): void => {
    const previous = isShown ? state : null;
    // Two answers may overtake each other on their way.
    if (previous !== null && next.now < previous.now) return;
    state = next;
    isShown = true;
    clock.set(next.now);
    for (const part of parts) part.show(next, previous);
    tickAll();
  };
  const tickAll = (): void => {
    for (const part of parts) part.tick?.(clock.nowMs());
  };
  const texts = textsFor(o.locale);
  const page: Page<S> = {
    texts,
    locale: o.locale,
    money: (amount, currency) => moneyText(amount, currency, o.locale),
    timeText: (at) => brasiliaTimeText(at, { texts, locale: o.locale }),
    nowMs: clock.nowMs,
    state: () => state,
    apply,
    refresh: async () => {
      const answer = await o.ask();
      if (answer.isOk) apply(answer.body);
    },
    announce,
  };
  const parts = o.partsOf(page);
  apply(o.first);
  setInterval(tickAll, 1_000);
  watchLive({ ask: o.ask, eventsUrl: o.eventsUrl, apply, setConnected });
};

/** The server's time at its last word, and what has passed here since. */
const createServerClock = (): { readonly nowMs: () => number; readonly set: (now: string) => void } => {
  let serverMs = Date.now();
  let hereMs = performance.now();
  return {
    nowMs: () => serverMs + performance.now() - hereMs,
    set: (now) => {
      serverMs = Date.parse(now);
      hereMs = performance.now();
    },
  };
};

const announce = (text: string): void => {
  byId('announcer', HTMLElement).textContent = text;
};

const setConnected = (isConnected: boolean): void => {
  byId('connection', HTMLElement).hidden = isConnected;
};
