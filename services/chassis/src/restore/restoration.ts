import { type AnyEvent } from '@repasse/contracts';
import { type Bus } from '../bus/bus';
import { type Clock } from '../clock';
import { type ServiceConfig } from '../config/service-config';
import { type Ids } from '../ids';
import { type Logger } from '../log/logger';
import { type Database, type Tx } from '../postgres/database';

/*
 * After a backup was restored, the bus holds events that this service published and its database has lost. The service
 * refuses to start then (compare-with-bus.ts), and `admin <service> restore rebuild` reads them back (rebuild.ts). A
 * service says in a Restoration how its events become rows again:
 *
 *   rebuild-streams.ts   for event-sourced services: `backward` maps a public event to the domain events it tells of,
 *                        the opposite of the service's public/ room, and is kept there beside it
 *   restoration.ts       the rest: rows without a stream, sequences, what cannot be brought back
 *
 * The driver reads each own topic from the last mark on, leaves out what the database has, and gives the rest to
 * `rebuild` in batches, one transaction each, in which it also moves the positions of the outbox. So an event is given
 * once, also where the command is stopped and begins again.
 */

/** An aggregate of an own topic with events that the bus has and the database lacks. */
export interface LostEvents {
  readonly topic: string;
  readonly key: string;
  /** The last position that the database has given out; 0 where it does not know the aggregate. */
  readonly position: number;
  /** From `position` + 1 on, without a gap. */
  readonly events: readonly AnyEvent[];
}

/** A fact that the events do not hold, so that it stays lost: `what` is one of few texts, as they are counted. */
export interface Unrestored {
  readonly what: string;
  readonly key: string;
}

/** A sequence that gives out numbers which others have seen. */
export interface NumberSequence {
  /** As nextval names it; of an identity column `<table>_<column>_seq`. */
  readonly sequence: string;
  /** The number that the event shows; undefined for events without one. */
  readonly shownBy: (event: AnyEvent) => number | undefined;
}

export interface RestoreContext<C extends ServiceConfig = ServiceConfig> {
  readonly config: C;
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly isApplied: boolean;
  /** Tells the operator how far it is. */
  readonly report: (line: string) => void;
}

export interface Restoration<C extends ServiceConfig = ServiceConfig> {
  readonly service: string;
  /** All topics it owns, in the order in which they have to be rebuilt. */
  readonly topics: readonly string[];
  /**
   * Writes what the events say, and returns what they do not hold. Runs without --apply too, in a transaction that is
   * rolled back: so it writes through `tx` alone.
   */
  readonly rebuild: (tx: Tx, lost: readonly LostEvents[], context: RestoreContext<C>) => Promise<readonly Unrestored[]>;
  /**
   * True for an event that this service decides again by itself when it consumes its input again. It is not given to
   * `rebuild`, and its position is given out again: consumers skip the second event of a position as a repeat, so the
   * first one stands, and the two must say the same.
   */
  readonly isMadeAgain?: (event: AnyEvent) => boolean;
  readonly numbers: readonly NumberSequence[];
  /** Runs after all topics, only with --apply; safe to repeat. For work that needs them all. */
  readonly finish?: (context: RestoreContext<C>) => Promise<readonly Unrestored[]>;
  /** Sentences for the operator: what no event holds, so that it is lost whichever events there are. */
  readonly neverRestored: readonly string[];
}
