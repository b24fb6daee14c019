import { type Locale } from '../both-sides/locale.ts';
import { type Payable } from '../both-sides/payable.ts';
import { type Texts } from '../both-sides/text-shape.ts';

/** How the page speaks, and what time it is. */
export interface Voice {
  readonly texts: Texts;
  readonly locale: Locale;
  readonly money: (amount: string, currency: string) => string;
  /** A moment in the payer's own time zone. */
  readonly timeText: (at: string) => string;
  /** The server's time, whatever the device believes. */
  readonly nowMs: () => number;
  /** Told to screen readers without moving the focus. */
  readonly announce: (text: string) => void;
}

/** The parameters of every part of a page. */
export interface Page<S extends Payable> extends Voice {
  readonly state: () => S;
  /** Takes a newer state and shows it. */
  readonly apply: (state: S) => void;
  /** Asks for the state again; a failure is silent, since the live updates say when the connection is lost. */
  readonly refresh: () => Promise<void>;
}

/** A part of the page that shows something of the state. */
export interface Part<S extends Payable> {
  /** `previous` is null on the first showing. */
  show(state: S, previous: S | null): void;
  /** Once a second. */
  tick?(nowMs: number): void;
}
