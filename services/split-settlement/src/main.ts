import { join } from 'node:path';
import { type TokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { consumeTopic, openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { type PartOverrides, type ServiceParts } from '@repasse/chassis/service/parts';
import { serve, tokenVerifier } from '@repasse/chassis/service/serve';
import { startService } from '@repasse/chassis/service/start-service';
import { loadConfig, releaseScheduleOf, type Config } from './config';
import { checkLedgerOperation } from './http/check-ledger';
import { getBalance } from './http/get-balance';
import { getSettlement } from './http/get-settlement';
import { listLedgerEntries } from './http/list-ledger-entries';
import { bookChargeEvents } from './kafka/book-charge-events';
import { bookPaymentEvents } from './kafka/book-payment-events';
import { startLedgerAudit } from './workflow/ledger-audit';
import { startReleaseWorker } from './workflow/release-worker';

type Parts = ServiceParts<Config>;
export type Overrides = PartOverrides & { readonly verifyToken?: TokenVerifier };

const migrations = [chassisMigrations.outbox, chassisMigrations.consumer, join(__dirname, '../migrations')];

export const startSplitSettlement = (config: Config, overrides: Overrides = {}): Promise<Running> =>
  startService({ service: 'split-settlement', config, migrations, overrides }, async (parts) => {
    const { db, clock, log, metrics, lifecycle } = parts;
    await startBooking(parts);
    const { postgresUrl, ledgerCheckIntervalMs: intervalMs } = config;
    const audit = startLedgerAudit({ postgresUrl, metrics, log, intervalMs });
    lifecycle.onStop('ledger audit', () => audit.stop());

    return serve(parts, {
      operations: {
        getBalance: getBalance(db, clock),
        listLedgerEntries: listLedgerEntries(db),
        getSettlement: getSettlement(db),
        checkLedger: checkLedgerOperation(audit.check, clock),
      },
      verifyToken: overrides.verifyToken ?? tokenVerifier(parts),
    });
  });

/** Events in, postings, events out: everything that happens without somebody asking. */
const startBooking = async (parts: Parts): Promise<void> => {
  const { config, clock, ids, log, lifecycle, db } = parts;
  const bus = await openBus(parts);
  const relay = publishOutbox(parts, bus);
  const booking = { schedule: releaseScheduleOf(config), clock, ids, log };
  const book = bookChargeEvents(booking);
  await consumeTopic(parts, bus, {
    topic: 'charge.events.v1',
    // The order of a charge's events is the order of its money.
    onPoison: 'park',
    handle: (event, tx) => book([event], tx),
    handleBatch: book,
    afterCommit: () => relay.wake(),
  });
  await consumeTopic(parts, bus, { topic: 'payment.events.v1', onPoison: 'park', handle: bookPaymentEvents(booking) });

  const pollIntervalMs = config.releasePollIntervalMs;
  const worker = startReleaseWorker({ db, ids, clock, log, pollIntervalMs, onReleased: () => relay.wake() });
  lifecycle.onStop('release worker', () => worker.stop());
};

if (require.main === module) runMain(() => startSplitSettlement(loadConfig()));
