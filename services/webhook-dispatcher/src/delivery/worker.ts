import { randomUUID } from 'node:crypto';
import { claimDue, type ClaimedDelivery } from '../store/deliveries';
import { attemptDelivery, type AttemptDeps } from './attempt';

/** Open requests of one process: each holds a socket and up to 64 KiB of answer, 16 MiB in all. */
const underWayMax = 256;

/** One receiver may hold this many of them, so that a dead one leaves the others theirs. */
const perReceiverMax = 32;

/** Wakes by itself for retries that fall due; new deliveries wake it at once. */
const pollMs = 500;

export interface DeliveryWorker {
  /** Looks for due deliveries now. */
  wake(): void;
  isAlive(): boolean;
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>;
}

/** Sends what is due, many at a time. Every replica may run one: claims keep them apart. */
export const startDeliveryWorker = (deps: AttemptDeps): DeliveryWorker => {
  const underWay = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let isClaiming = false;
  let isWoken = false;
  let lastLookAt = Date.now();

  const start = (delivery: ClaimedDelivery): void => {
    count(delivery.receiver, 1);
    const work = attemptDelivery(delivery, 'AUTOMATIC', deps)
      .then(() => undefined)
      // The claim runs out and the delivery is tried again; nothing else may stop because of it.
      .catch((fault: unknown) =>
        deps.log.error({ err: fault, deliveryId: delivery.delivery_id }, 'webhook attempt was not kept'),
      )
      .finally(() => {
        count(delivery.receiver, -1);
        running.delete(work);
        wake();
      });
    running.add(work);
  };

  const count = (receiver: string, by: number): void => {
    const next = (underWay.get(receiver) ?? 0) + by;
    if (next === 0) underWay.delete(receiver);
    else underWay.set(receiver, next);
  };

  const claim = async (): Promise<void> => {
    const limit = underWayMax - running.size;
    if (limit <= 0) return;
    const claimed = await claimDue(deps.db, {
      limit,
      perReceiverMax,
      underWay: Object.fromEntries(underWay),
      claimId: randomUUID(),
      now: deps.clock.now(),
    });
    for (const delivery of claimed) start(delivery);
  };

  const look = async (): Promise<void> => {
    isClaiming = true;
    // Whoever wakes during a look gets another one, so that a delivery committed just after the query is not left to the poll.
    while (takeWake()) {
      lastLookAt = Date.now();
      await claim().catch((fault: unknown) => deps.log.error({ err: fault }, 'looking for due webhooks failed'));
    }
    isClaiming = false;
  };

  const takeWake = (): boolean => {
    const hasWork = isWoken && !isStopped;
    isWoken = false;
    return hasWork;
  };

  const wake = (): void => {
    isWoken = true;
    if (!isStopped && !isClaiming) void look();
  };

  const timer = setInterval(wake, pollMs);
  return {
    wake,
    isAlive: () => Date.now() - lastLookAt < 60 * pollMs,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(running);
    },
  };
};
