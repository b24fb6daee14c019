import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Tx } from '@repasse/chassis/postgres/database';
import { pollDue } from '@repasse/chassis/waiting/poll-due';
import { type DeliveryDecision, type Trigger } from '../domain/delivery';
import { claimDue, releaseLeases, type ClaimedDelivery, type LeasedDelivery } from '../store/leases';
import { type EndedAttempt } from '../store/attempts';
import { createLanes } from './lanes';
import { type Recorder } from './recorder';
import { type Sender } from './sender';
import { createSending } from './sending';

export interface WorkerDeps {
  readonly db: Tx;
  readonly clock: Clock;
  readonly log: Logger;
  readonly recorder: Recorder;
  readonly attempt: (delivery: LeasedDelivery | ClaimedDelivery, trigger: Trigger) => Promise<EndedAttempt>;
}

export interface DeliveryWorker extends Sender {
  /** Sends a leased delivery at once, beside all others, because a person asked for it. */
  sendNow(delivery: ClaimedDelivery): Promise<EndedAttempt>;
  /** Deliveries have come due that this process does not know of. */
  wake(): void;
  isAlive(): boolean;
  /** Takes nothing new, releases waiting deliveries, and waits for those under way. */
  stop(): Promise<void>;
}

/**
 * Sends due deliveries, many at a time. Deliveries planned by this process are handed over in memory; the database is
 * queried for due retries, and for deliveries left by another process. Every replica may run one: leases keep them
 * apart.
 */
export const startDeliveryWorker = ({ db, clock, log, recorder, attempt }: WorkerDeps): DeliveryWorker => {
  const lanes = createLanes();

  const poll = pollDue({
    name: 'due webhooks',
    clock,
    log,
    look: async () => {
      const room = lanes.claims.begin();
      if (room.limit === 0) return { isMore: false, nextDueAt: null };
      const { rows: deliveries, nextDueAt } = await claimDue(db, { ...room, now: clock.now().toISOString() });
      const isMore = lanes.claims.end(room, deliveries);
      take(deliveries);
      return { isMore, nextDueAt };
    },
  });
  const claimIfWorthIt = (receiver: string): void => {
    if (lanes.claims.wantsMore(receiver)) poll.wake();
  };
  const expectRetry = (decision: DeliveryDecision | undefined): void => {
    if (typeof decision?.nextAttemptAt === 'string') poll.expect(decision.nextAttemptAt);
  };
  const giveBack = async (deliveries: readonly LeasedDelivery[]): Promise<void> => {
    if (deliveries.length === 0) return;
    deliveries.forEach(lanes.forget);
    await releaseLeases(db, deliveries).catch((fault: unknown) =>
      log.warn({ err: fault }, 'leases not given back; they run out'),
    );
    deliveries.forEach(({ receiver }) => claimIfWorthIt(receiver));
  };
  const sending = createSending({
    lanes,
    recorder,
    log,
    attempt,
    giveBack: (deliveries) => void giveBack(deliveries),
    onDone: ({ receiver, endpoint_id }, decision) => {
      expectRetry(decision);
      // The end of one delivery of an ordered endpoint makes the next one due.
      if (receiver === endpoint_id && decision?.nextAttemptAt === null) poll.wake();
      claimIfWorthIt(receiver);
    },
  });
  const take = (deliveries: readonly LeasedDelivery[]): void => {
    deliveries.forEach(lanes.add);
    sending.sendReady();
  };

  return {
    admission: lanes.admission,
    take,
    expectMoreOf: (receiver) => {
      lanes.claims.expectMoreOf(receiver);
      claimIfWorthIt(receiver);
    },
    sendNow: async (delivery) => {
      const ended = await attempt(delivery, 'MANUAL');
      await recorder.record(ended);
      expectRetry(ended.decision);
      if (delivery.receiver === delivery.endpoint_id) poll.wake();
      return ended;
    },
    wake: poll.wake,
    isAlive: poll.isAlive,
    stop: async () => {
      await poll.stop();
      const ended = sending.stop();
      await giveBack(lanes.clear());
      await ended;
    },
  };
};
