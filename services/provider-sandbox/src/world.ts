import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Config } from './config';
import { createCallbackSender, type CallbackSender } from './callbacks/callback-sender';
import { cieloCarrier } from './providers/cielo/callback-carrier';
import { nowPaymentsCarrier } from './providers/nowpayments/callback-carrier';
import { pixCarrier } from './providers/pix/callback-carrier';
import { revolutCarrier, revolutWebhooks } from './providers/revolut/callback-carrier';
import { type Callback } from './callbacks/carrier';
import { documents } from './store/documents';
import { openSwitches, type Switches } from './store/switches';
import { openSandboxClock, type SandboxClock } from './store/sandbox-clock';
import { createSweeper, type Sweeper } from './sweeper';

/** What all simulated providers have in common. */
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

export const openWorld = async (
  db: Database,
  log: Logger,
  stopping: AbortSignal,
  { nowPayments }: Pick<Config, 'nowPayments'>,
): Promise<World> => {
  const [clock, switches] = await Promise.all([openSandboxClock(db), openSwitches(db)]);
  const sweeper = createSweeper(clock, log);
  const callbacks = createCallbackSender({
    kept: documents<Callback>(db, 'callback', (callback) => callback),
    carriers: {
      pix: pixCarrier,
      card: cieloCarrier,
      crypto: nowPaymentsCarrier(nowPayments.ipnSecret),
      international: revolutCarrier(revolutWebhooks(db), clock),
    },
    chaos: switches.chaos,
    clock,
    sweeper,
    log,
  });
  return { ...switches, log, db, clock, callbacks, sweeper, stopping };
};
