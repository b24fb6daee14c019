import { type BackoffLimits } from '../../../waiting/backoff';
import { type Logger } from '../../../log/logger';
import { createOutageLog } from '../../../log/internal/outage-log';
import { untilDone } from '../../../waiting/until-done';
import { BusRefusedError } from '../refusals';

/** A user that is created at last is let in within this. */
const delays: BackoffLimits = { firstMs: 500, maxMs: 30_000 };

export interface BusAccess {
  /** Throws until the first try has ended, and afterwards what keeps the service from being ready. */
  check(): void;
  stop(): Promise<void>;
}

/** Whether these brokers have answered before, and where it is kept that they have. */
export interface BrokerContact {
  readonly wasReached: boolean;
  readonly keepReached: () => Promise<void>;
}

/** The check of the start; repeated until it succeeds once. */
export interface BusQuestion {
  readonly ask: () => Promise<unknown>;
  /** Without its answer the service cannot do its work, so it is not ready; otherwise only a refusal keeps it from that. */
  readonly isNeeded?: boolean;
}

/**
 * Asks once, at the start, whether broker and registry let this client in, so that a deployment with a wrong password
 * or certificate never gets traffic. An outage of the broker is no refusal: what is written meanwhile waits in the outbox. Once all
 * was answered, nothing here takes the service out of traffic again; later refusals are logged by those who meet them.
 */
export const seekAccess = (questions: readonly BusQuestion[], log: Logger): BusAccess => {
  const outage = createOutageLog({ log, over: 'the bus is reached' });
  const answered = new Set<BusQuestion>();
  let hindrance: Error | undefined = new Error('Kafka and the schema registry have not answered yet.');

  /** The reason why the service is not ready, if this is one; whether it was answered shows in `answered`. */
  const hindranceBy = async (question: BusQuestion): Promise<Error | undefined> => {
    try {
      if (!answered.has(question)) await question.ask();
      answered.add(question);
      return undefined;
    } catch (fault) {
      const isRefused = fault instanceof BusRefusedError;
      if (isRefused) log.error({ err: fault }, 'the bus refuses this service');
      else outage.failed({ err: fault }, 'the bus is not reached');
      if (!isRefused && question.isNeeded !== true) return undefined;
      return fault instanceof Error ? fault : new Error(String(fault));
    }
  };
  const run = async (): Promise<boolean> => {
    const hindrances = await Promise.all(questions.map(hindranceBy));
    hindrance = hindrances.find((one) => one !== undefined);
    if (answered.size === questions.length) outage.recovered();
    return answered.size === questions.length;
  };
  const trying = untilDone({ name: 'access to the bus', log, delays, run });
  return {
    check: () => {
      if (hindrance !== undefined) throw hindrance;
    },
    stop: () => trying.stop(),
  };
};
