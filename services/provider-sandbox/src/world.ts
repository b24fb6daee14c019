import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { createCallbackSender, type CallbackSender } from './callbacks/callback-sender';
import { type Callback } from './callbacks/callback';
import { documents } from './store/documents';
import { openSwitches, type Switches } from './store/switches';
import { openSandboxClock, type SandboxClock } from './store/sandbox-clock';
import { createSweeper, type Sweeper } from './sweeper';

/** The parts that all simulated providers share. */
export interface World extends Switches {
  readonly log: Logger;
  readonly db: Database;
  readonly clock: SandboxClock;
  readonly callbacks: CallbackSender;
  /** Carries out what comes due at the providers without a request. */
  readonly sweeper: Sweeper;
  /** Aborted when the sandbox stops; withheld answers then end with their connection. */
  readonly stopping: AbortSignal;
}

export const openWorld = async (db: Database, log: Logger, stopping: AbortSignal): Promise<World> => {
  const [clock, switches] = await Promise.all([openSandboxClock(db), openSwitches(db)]);
  const sweeper = createSweeper(clock, log);
  const callbacks = createCallbackSender({
    kept: documents<Callback>(db, 'callback', (callback) => callback),
    chaos: switches.chaos,
    clock,
    sweeper,
    log,
  });
  return { ...switches, log, db, clock, callbacks, sweeper, stopping };
};
