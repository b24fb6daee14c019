import { type TokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { createFreshReads } from '@repasse/chassis/http/fresh-reads';
import { readIdempotencyKey } from '@repasse/chassis/idempotency/read-key';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { type Relay } from '@repasse/chassis/outbox/relay';
import { consumeTopics, openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { type PartOverrides, type ServiceParts } from '@repasse/chassis/service/parts';
import { openAccess, type ServiceAccess } from '@repasse/chassis/service/access';
import { keepAnswers, serve } from '@repasse/chassis/service/serve';
import { startService } from '@repasse/chassis/service/start-service';
import { type EventType } from '@repasse/contracts';
import { loadConfig, releaseScheduleOf, runTimesOf, type Config } from './config';
import { migrations } from './migrations';
import { checkLedgerOperation } from './http/check-ledger';
import { addPayoutHold } from './http/add-payout-hold';
import { cancelWithdrawal } from './http/cancel-withdrawal';
import { endPayoutHold } from './http/end-payout-hold';
import { getBalance } from './http/get-balance';
import { getPayoutPolicy } from './http/get-payout-policy';
import { getSettlement } from './http/get-settlement';
import { getWithdrawal } from './http/get-withdrawal';
import { listHeldShares } from './http/list-held-shares';
import { listLedgerEntries } from './http/list-ledger-entries';
import { listPayoutHolds } from './http/list-payout-holds';
import { listWithdrawals } from './http/list-withdrawals';
import { previewRefundOperation } from './http/preview-refund';
import { getPayoutSchedule } from './http/payouts/get-payout-schedule';
import { getPayoutReceipt } from './http/payouts/get-receipt';
import { getAttentionOfPayouts } from './http/payouts/get-attention-of-payouts';
import { listMoneyOfSellers } from './http/payouts/list-money-of-sellers';
import { listPayouts } from './http/payouts/list-payouts';
import { getPayoutBatch, listPayoutBatches, listPayoutBatchLines } from './http/payouts/payout-batches';
import { putPayoutSchedule } from './http/payouts/put-payout-schedule';
import { tellPayoutFunding } from './http/payouts/tell-payout-funding';
import { getClosing } from './http/reports/get-closing';
import { getDayReport } from './http/reports/get-day-report';
import { getFeesReport } from './http/reports/get-fees-report';
import { getSettlementReport } from './http/reports/get-settlement-report';
import { getStatement } from './http/reports/get-statement';
import { listReceivables } from './http/reports/list-receivables';
import { putPayoutPolicy } from './http/put-payout-policy';
import { releaseWithdrawal } from './http/release-withdrawal';
import { reserveRefundOperation } from './http/reserve-refund';
import { requestWithdrawal } from './http/request-withdrawal';
import { consumeBookings } from './consume/consume-bookings';
import { consumeIdentity } from './consume/keep-payees';
import { tellClock } from './store/ledger-clock';
import { startDayCloser } from './workflow/day-closer';
import { startLedgerAudit, type LedgerAudit } from './workflow/ledger-audit';
import { startPayoutWorker } from './workflow/payout-worker';
import { startExpiryWorker } from './workflow/expiry-worker';
import { startForecastWorker } from './workflow/forecast-worker';
import { startHeldShareWorker } from './workflow/held-share-worker';
import { startReleaseWorker } from './workflow/release-worker';
import { measureBooked } from './workflow/booked-within';
import { countWithdrawals } from './workflow/withdrawal-metrics';

type Parts = ServiceParts<Config>;

export const startSplitSettlement = (
  config: Config,
  overrides: PartOverrides = {},
  reload?: () => Config,
): Promise<Running> =>
  startService({ service: 'split-settlement', config, migrations, overrides, reload }, async (parts) => {
    const { clock, log, metrics, lifecycle } = parts;
    await tellClock(parts.db, clock);
    const access = await openAccess(parts);
    const relay = await startBooking(parts, access);
    const payouts = startPayouts(parts, relay);
    const { postgresUrl, ledgerCheckIntervalMs: intervalMs } = config;
    const audit = startLedgerAudit({ postgresUrl, metrics, clock, log, intervalMs });
    lifecycle.onStop('ledger audit', () => audit.stop());
    return serveLedger(parts, access.verifyToken, { relay, audit, payouts });
  });

const serveLedger = (
  parts: Parts,
  verifyToken: TokenVerifier,
  { relay, audit, payouts }: { readonly relay: Relay; readonly audit: LedgerAudit; readonly payouts: DuePoll },
): Promise<string> => {
  const { config, db, clock, ids, log, metrics } = parts;
  const { sharesForRecipients } = config;
  const { idempotency, keepAnswer } = keepAnswers(parts);
  const count = countWithdrawals(metrics);
  const deciding = { db, keepAnswer, clock, ids, count, onCommitted: () => relay.wake() };
  return serve(parts, {
    operations: {
      getBalance: getBalance(db, clock),
      listLedgerEntries: listLedgerEntries(db),
      listHeldShares: listHeldShares(db),
      getSettlement: getSettlement({ db, reads: createFreshReads(), sharesForRecipients }),
      previewRefund: previewRefundOperation({ db, reads: createFreshReads(), sharesForRecipients }, ids, clock),
      reserveRefund: reserveRefundOperation({ db, ids, clock, debtMinorMax: config.refundDebtMinorMax }),
      checkLedger: checkLedgerOperation(audit, clock),
      getStatement: getStatement(db, clock, log),
      getSettlementReport: getSettlementReport(db, clock),
      listReceivables: listReceivables(db),
      getFeesReport: getFeesReport(db),
      getClosing: getClosing(db, clock),
      getDayReport: getDayReport(db, clock, log),
      requestWithdrawal: requestWithdrawal({
        ...deciding,
        amountMinorMin: config.withdrawalAmountMinorMin,
        releaseWithinMs: config.withdrawalReleaseHours * hourMs,
      }),
      getWithdrawal: getWithdrawal(db),
      releaseWithdrawal: releaseWithdrawal(deciding),
      cancelWithdrawal: cancelWithdrawal(deciding),
      getPayoutPolicy: getPayoutPolicy(db, clock),
      putPayoutPolicy: putPayoutPolicy(db, clock),
      addPayoutHold: addPayoutHold({ db, keepAnswer, clock, ids }),
      listPayoutHolds: listPayoutHolds(db, clock),
      endPayoutHold: endPayoutHold(db, clock),
      listWithdrawals: listWithdrawals(db),
      getPayoutSchedule: getPayoutSchedule(db),
      listPayouts: listPayouts(db),
      getAttentionOfPayouts: getAttentionOfPayouts(db, clock),
      listMoneyOfSellers: listMoneyOfSellers(db),
      getPayoutReceipt: getPayoutReceipt(db, config.receipts),
      listPayoutBatches: listPayoutBatches(db),
      tellPayoutFunding: tellPayoutFunding(db, clock),
      getPayoutBatch: getPayoutBatch(db),
      listPayoutBatchLines: listPayoutBatchLines(db),
      putPayoutSchedule: putPayoutSchedule({
        ...{ db, clock, times: runTimesOf(config) },
        onScheduled: (nextRunAt) => payouts.expect(nextRunAt),
      }),
      getWithdrawalIdempotency: readIdempotencyKey(idempotency, clock),
    },
    verifyToken,
    internalCallers: () => parts.live().internalCallers,
    idempotency,
  });
};

const hourMs = 3_600_000;

/** A balance may be this much behind a payment: under load many payments are booked at once then. */
const batchIntervalMsMin = 100;

/** Events in, postings, events out: all work that no request starts. */
const startBooking = async (parts: Parts, access: ServiceAccess): Promise<Relay> => {
  const { config, clock, ids, log, lifecycle, metrics, db } = parts;
  const bus = await openBus(parts);
  const relay = publishOutbox(parts, bus);
  const booking = {
    schedule: releaseScheduleOf(config),
    coinFeeBps: config.coinFeeBps,
    clock,
    ids,
    log,
    count: countWithdrawals(metrics),
  };
  const booked = measureBooked(parts);
  const heldShares = startHeldShareWorker({ db, ids, clock, log, onSettled: () => relay.wake() });
  lifecycle.onStop('held shares', () => heldShares.stop());
  await consumeTopics(parts, bus, {
    consumptions: [
      // Only views consume the events of bookings.
      consumeBookings(booking, (events) => {
        relay.wakeSoon();
        booked(events);
        if (events.some(({ type }) => givesBack.has(type))) heldShares.wake();
      }),
      consumeIdentity(access.consumption, () => heldShares.wake()),
    ],
    // Postings and events; a crash takes them back with the offset, and they are booked again.
    waitsForDisk: false,
    intervalMsMin: batchIntervalMsMin,
  });

  const worker = startReleaseWorker({ db, ids, clock, log, onReleased: () => relay.wake() });
  lifecycle.onStop('release worker', () => worker.stop());
  const { count } = booking;
  const expiry = startExpiryWorker({ db, ids, clock, log, count, onExpired: () => relay.wake() });
  lifecycle.onStop('expiry worker', () => expiry.stop());
  const closer = startDayCloser({ db, clock, log });
  lifecycle.onStop('day closer', () => closer.stop());
  return relay;
};

/** After these a part of a share that waits may be the owner's again, or it may be claimed again. */
const givesBack: ReadonlySet<string> = new Set<EventType>([
  'repasse.charge.refunded.v1',
  'repasse.dispute.won.v1',
  'repasse.dispute.lost.v1',
]);

/** Money out by schedule. */
const startPayouts = (parts: Parts, relay: Relay): DuePoll => {
  const { config, clock, ids, log, lifecycle, metrics, db } = parts;
  const payouts = startPayoutWorker({
    ...{ db, ids, clock, log, times: runTimesOf(config), count: countWithdrawals(metrics) },
    amountMinorMin: config.withdrawalAmountMinorMin,
    releaseWithinMs: config.withdrawalReleaseHours * hourMs,
    onBooked: () => relay.wake(),
  });
  lifecycle.onStop('payout worker', () => payouts.stop());
  const leadMs = config.payouts.forecastMinutes * 60_000;
  const forecasts = startForecastWorker({ db, clock, log, leadMs });
  lifecycle.onStop('forecasts of payouts', () => forecasts.stop());
  return payouts;
};

if (require.main === module) runMain('split-settlement', () => startSplitSettlement(loadConfig(), {}, loadConfig));
