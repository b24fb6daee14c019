import type { CheckoutState } from '../both-sides/checkout-state.ts';
import type { Locale } from '../both-sides/locale.ts';
import type { Texts } from '../both-sides/text-shape.ts';
import type { Api } from './api.ts';

/** What every part of the page is given. */
export interface Page {
  readonly texts: Texts;
  readonly locale: Locale;
  readonly api: Api;
  readonly money: (amount: string, currency: string) => string;
  /** The server's time, whatever the device believes. */
  readonly nowMs: () => number;
  readonly state: () => CheckoutState;
  /** Takes a newer state and shows it. */
  readonly apply: (state: CheckoutState) => void;
  /** Asks for the state again; a failure is silent, since the live updates say when the connection is lost. */
  readonly refresh: () => Promise<void>;
  /** Told to screen readers without moving the focus. */
  readonly announce: (text: string) => void;
}

/** A part of the page that shows something of the state. */
export interface Part {
  /** `previous` is null on the first showing. */
  show(state: CheckoutState, previous: CheckoutState | null): void;
  /** Once a second. */
  tick?(nowMs: number): void;
}
