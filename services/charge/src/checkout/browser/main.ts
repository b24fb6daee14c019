import type { CheckoutState } from '../both-sides/checkout-state.ts';
import type { Locale } from '../both-sides/locale.ts';
import { moneyText } from '../both-sides/money-text.ts';
import { textsFor } from '../both-sides/texts.ts';
import { createApi } from './api.ts';
import { createCard } from './card.ts';
import { createDeadline } from './deadline.ts';
import { byId } from './dom.ts';
import { createInternational, type Sdk } from './international.ts';
import { watchLive } from './live.ts';
import { isOffered, startMethods } from './methods.ts';
import { createOutcome } from './outcome.ts';
import type { Page, Part } from './page.ts';
import { createPix } from './pix.ts';

/** Brings the server's page to life: what it shows is in its attributes, what changes comes over the stream. */
const start = (): void => {
  const main = byId('checkout', HTMLElement);
  const dataOf = (name: string): string => main.dataset[name] ?? '';
  const locale: Locale = dataOf('locale') === 'en' ? 'en' : 'pt';
  const first = JSON.parse(dataOf('state')) as CheckoutState;
  const token = new URLSearchParams(window.location.search).get('token') ?? '';

  const parts: Part[] = [];
  let state = first;
  let isShown = false;
  const clock = createServerClock();
  const api = createApi(first.chargeId, token);
  const apply = (next: CheckoutState): void => {
    const previous = isShown ? state : null;
    // Two answers may overtake each other on their way.
    if (previous !== null && next.now < previous.now) return;
    // Amounts stand all over the page; the server writes them anew.
    if (previous !== null && previous.dueAmount !== next.dueAmount) {
      window.location.reload();
      return;
    }
    state = next;
    isShown = true;
    clock.set(next.now);
    for (const part of parts) part.show(next, previous);
    tickAll();
  };
  const tickAll = (): void => {
    for (const part of parts) part.tick?.(clock.nowMs());
  };
  const page: Page = {
    texts: textsFor(locale),
    locale,
    api,
    money: (amount, currency) => moneyText(amount, currency, locale),
    nowMs: clock.nowMs,
    state: () => state,
    apply,
    refresh: async () => {
      const answer = await api.state();
      if (answer.isOk) apply(answer.body);
    },
    announce,
  };

  startMethods();
  const sdk: Sdk = { url: dataOf('sdkUrl'), payer: JSON.parse(dataOf('payer')) as Sdk['payer'] };
  parts.push(createDeadline(page));
  if (isOffered('PIX')) parts.push(createPix(page));
  if (isOffered('CREDIT_CARD')) parts.push(createCard(page));
  if (isOffered('INTERNATIONAL')) parts.push(createInternational(page, sdk));
  parts.push(createOutcome(page));
  apply(first);
  setInterval(tickAll, 1_000);
  watchLive({ api, apply, setConnected });
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

start();
