import { type Logger } from '@repasse/chassis/log/logger';
import { createCallbackSender, type CallbackSender } from './callbacks/callback-sender';
import { type Callback } from './callbacks/callback';
import { type Store } from './store/store';
import { openSwitches, type Switches } from './store/switches';
import { openSandboxClock, type SandboxClock } from './store/sandbox-clock';
import { createSweeper, type Sweeper } from './sweeper';

/** The parts that all simulated providers share. */
export interface World extends Switches {
  readonly log: Logger;
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly callbacks: CallbackSender;
  /** Carries out what comes due at the providers without a request. */
  readonly sweeper: Sweeper;
  /** Aborted when the sandbox stops; withheld answers then end with their connection. */
  readonly stopping: AbortSignal;
}

/** Its clock is one of the store's unless one is given. */
export const openWorld = async (
  store: Store,
  log: Logger,
  stopping: AbortSignal,
  given?: SandboxClock,
): Promise<World> => {
  const [clock, switches] = await Promise.all([given ?? openSandboxClock(store), openSwitches(store)]);
  const sweeper = createSweeper(clock, log);
  const callbacks = createCallbackSender({
    kept: store.documents<Callback>('callback', (callback) => callback),
    chaos: switches.chaos,
    clock,
    sweeper,
    log,
  });
  return { ...switches, log, store, clock, callbacks, sweeper, stopping };
};
