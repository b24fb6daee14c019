import { type Logger } from '@repasse/chassis/log/logger';
import { runInTrace } from '@repasse/chassis/telemetry/trace';
import { type DeliveryDecision, type Trigger } from '../domain/delivery';
import { type EndedAttempt } from '../store/attempts';
import { type LeasedDelivery } from '../store/leases';
import { type Lanes } from './lanes';
import { promptMs } from './pace';
import { type Turn } from './places';
import { type Recorder } from './recorder';
import { attemptTimeoutMs } from './send';

export interface SendingDeps {
  readonly lanes: Lanes;
  readonly recorder: Recorder;
  readonly log: Logger;
  /** Sends a delivery once. */
  readonly attempt: (delivery: LeasedDelivery, trigger: Trigger) => Promise<EndedAttempt>;
  /** Takes leases that are of no use here. */
  readonly giveBack: (deliveries: readonly LeasedDelivery[]) => void;
  /** A delivery is recorded, or given up. */
  readonly onDone: (delivery: LeasedDelivery, decision: DeliveryDecision | undefined) => void;
}

/** A try needs this much of its lease, so that what came of it can still be recorded, on a slow day, before it ends. */
const leaseNeededMs = attemptTimeoutMs + 5_000;

/** Answers of up to 4 KiB each that wait to be recorded. While the database is away, nothing more is sent than that. */
const recordingMax = 256;

/** From its turn until its outcome is kept. */
const deliverySpan = { kind: 'internal', name: 'deliver webhook' } as const;

/** Sends what the lanes have ready, as long as there are places. */
export const createSending = ({ lanes, recorder, log, attempt, giveBack, onDone }: SendingDeps) => {
  const underWay = new Set<Promise<void>>();
  let recording = 0;
  let isStopped = false;

  const sendReady = (): void => {
    const late: LeasedDelivery[] = [];
    while (!isStopped && recording < recordingMax) {
      const turn = lanes.next();
      if (turn === undefined) break;
      if (turn.delivery.leaseEndsAtMs - performance.now() >= leaseNeededMs) {
        begin(turn);
      } else {
        lanes.notSent(turn);
        late.push(turn.delivery);
      }
    }
    giveBack(late);
  };

  const begin = (turn: Turn): void => {
    const origin = { traceparent: turn.delivery.traceparent, span: deliverySpan };
    const delivering = runInTrace(origin, () => deliver(turn)).finally(() => underWay.delete(delivering));
    underWay.add(delivering);
  };
  /** Never throws: when a try fails for our own reasons its lease runs out, and it is made again. */
  const deliver = async (turn: Turn): Promise<void> => {
    let decision: DeliveryDecision | undefined;
    try {
      const ended = await attemptInTurn(turn);
      await record(ended);
      decision = ended.decision;
    } catch (fault) {
      log.error({ err: fault, deliveryId: turn.delivery.delivery_id }, 'webhook attempt was not kept');
    }
    lanes.forget(turn.delivery);
    onDone(turn.delivery, decision);
    sendReady();
  };
  const attemptInTurn = async (turn: Turn): Promise<EndedAttempt> => {
    const overdue = setTimeout(() => {
      lanes.overdue(turn);
      sendReady();
    }, promptMs);
    try {
      const ended = await attempt(turn.delivery, 'AUTOMATIC');
      giveBack(lanes.over(turn, { ...ended.record, isAnswered: ended.record.responseStatus !== null }));
      return ended;
    } catch (fault) {
      lanes.notSent(turn);
      throw fault;
    } finally {
      clearTimeout(overdue);
      sendReady();
    }
  };
  const record = async (ended: EndedAttempt): Promise<void> => {
    recording += 1;
    try {
      await recorder.recordPatiently(ended);
    } finally {
      recording -= 1;
    }
  };

  return {
    sendReady,
    /** Begins nothing new, and waits for what is under way. */
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(underWay);
    },
  };
};
