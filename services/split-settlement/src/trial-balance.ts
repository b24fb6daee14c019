import { type Bus } from '@repasse/chassis/bus/bus';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { type Env } from '@repasse/chassis/config/config';
import {
  readConsumedEvents,
  readConsumedSoFar,
  type ConsumedSoFar,
  type DamagedMessage,
} from '@repasse/chassis/consumer/consumed-events';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { usePostgresAccess } from '@repasse/chassis/postgres/server-access';
import { openDatabase, type Database, type Tx } from '@repasse/chassis/postgres/database';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type AnyEvent } from '@repasse/contracts';
import { loadTrialBalanceConfig, type TrialBalanceConfig } from './config';
import { accountEffectsOf } from './consume/account-effects';
import { bookedTypes } from './consume/bookings';
import { recordOf } from './consume/event-record';
import { checkLedger } from './store/check-ledger';
import * as store from './store/trial-balance';
import { differencesOf, printTrialBalance, type TrialBalance } from './trial-balance-report';

/** Reading every entry takes longer than any request may. */
const statementTimeoutMs = 3_600_000;

/**
 * Recomputes the books from the entries and from their events, and compares them with the balances. All at one moment,
 * while bookings go on: events that the ledger had not consumed by then are left out.
 */
const takeTrialBalance = async (config: TrialBalanceConfig, log: Logger): Promise<TrialBalance> => {
  usePostgresAccess(() => config.postgresAccess);
  const db = openDatabase({ url: config.postgresUrl, name: 'trial balance', poolMax: 1, statementTimeoutMs, log });
  const bus = await createBus(config.bus, { service: 'trial-balance', log, metrics: createMetrics('trial-balance') });
  try {
    return await trialBalanceOn(db, bus);
  } finally {
    await Promise.all([bus.close(), db.close()]);
  }
};

/** The same with a database and a bus that are open; its statements may take as long as reading every entry does. */
export const trialBalanceOn = (db: Database, bus: Bus): Promise<TrialBalance> =>
  trialBalanceOf(db, (consumed, onEvents) =>
    readConsumedEvents({ bus, group: 'split-settlement.trial-balance', types: bookedTypes, consumed, onEvents }),
  );

/** Resolves with the messages in which no event can be read; they may have come twice. */
type ReadEvents = (
  consumed: ConsumedSoFar,
  onEvents: (events: readonly AnyEvent[]) => Promise<void>,
) => Promise<readonly DamagedMessage[]>;

/** The same by whatever hands over the events that were consumed. */
export const trialBalanceOf = async (db: Database, readEvents: ReadEvents): Promise<TrialBalance> => {
  const lock = await db.holdAdvisoryLock('trial balance');
  if (lock === undefined) throw new Error('Another trial balance is being taken.');
  try {
    return await db.transaction(async (tx) => {
      await tx.query('set transaction isolation level repeatable read');
      const consumed = await readConsumedSoFar(tx);
      await store.createEffects(tx);
      const damaged = await readEvents(consumed, async (events) => {
        await store.addEffects(tx, events.flatMap(effectRows));
        await store.addAccountEffects(tx, events.flatMap(accountEffectRows));
      });
      return compare(tx, consumed, damaged);
    });
  } finally {
    await lock.release();
  }
};

const compare = async (
  tx: Tx,
  { parked }: ConsumedSoFar,
  damaged: readonly DamagedMessage[],
): Promise<TrialBalance> => ({
  eventCount: await store.countEvents(tx),
  parked,
  damaged,
  check: await checkLedger(tx),
  kinds: await store.readKindLines(tx),
  clearing: await store.readEventLines(tx),
  misstatedEntries: await store.readMisstatedEntries(tx),
  misstatedSums: await store.readMisstatedSums(tx),
  eventDifferences: [...(await store.readEventDifferences(tx)), ...(await store.readAccountDifferences(tx))],
  recordDifferences: await store.readRecordDifferences(tx),
  unexplainedTransactionIds: await store.readUnexplainedTransactions(tx),
});

const effectRows = (event: AnyEvent): store.EffectRow[] => {
  const { eventId: event_id, sha256, type, subject, isDivided: is_divided, currency, effects } = recordOf(event);
  const common = { event_id, sha256, type, subject, is_divided, currency };
  const moved = Object.entries(effects);
  if (moved.length === 0) return [{ ...common, party: null, minor: 0 }];
  return moved.map(([party, minor]) => ({ ...common, party, minor }));
};

const accountEffectRows = (event: AnyEvent): store.AccountEffectRow[] => {
  const { id: event_id, type, subject, data } = event;
  const common = { event_id, type, subject, currency: 'currency' in data ? data.currency : '' };
  return accountEffectsOf(event).map((effect) => ({ ...common, ...effect }));
};

/** The command as a whole. Returns 1 where anything differs, so that a scheduler's job fails and a person looks. */
export const main = async (env: Env, print: (text: string) => void): Promise<0 | 1> => {
  const config = loadTrialBalanceConfig(env);
  const log = createLogger({ service: 'trial-balance', level: config.logLevel });
  const taken = await takeTrialBalance(config, log);
  print(printTrialBalance(taken));
  return differencesOf(taken).length === 0 ? 0 : 1;
};

if (require.main === module) {
  main(process.env, (text) => process.stdout.write(text)).then(
    (exitCode) => {
      process.exitCode = exitCode;
    },
    (fault: unknown) => {
      // 2, not 1: the scheduler must be able to distinguish a difference from a database that was down.
      process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
      process.exitCode = 2;
    },
  );
}
