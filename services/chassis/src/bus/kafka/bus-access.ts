import { type BackoffLimits } from '../../backoff';
import { type Logger } from '../../log/logger';
import { untilDone } from '../../waiting/until-done';
import { BusRefusedError } from './refusals';

/** A user that is created at last is let in within this. */
const delays: BackoffLimits = { firstMs: 500, maxMs: 30_000 };

export interface BusAccess {
  /** Throws until the first try has ended, and the refusal while the last try was refused. */
  check(): void;
  stop(): Promise<void>;
}

/**
 * Asks once, at the start, whether broker and registry let this client in, so that a deployment with a wrong password
 * or certificate never gets traffic. An outage is no refusal: what is written meanwhile waits in the outbox. Once both
 * have let it in, nothing here takes the service out of traffic again; later refusals are logged by those who meet them.
 */
export const seekAccess = (questions: readonly (() => Promise<unknown>)[], log: Logger): BusAccess => {
  let refusal: Error | undefined = new Error('Kafka and the schema registry have not answered yet.');
  const run = async (): Promise<boolean> => {
    const outcomes = await Promise.allSettled(questions.map((ask) => ask()));
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    refusal = faults.find((fault) => fault instanceof BusRefusedError);
    for (const fault of faults) {
      if (fault instanceof BusRefusedError) log.error({ err: fault }, 'the bus refuses this service');
      else log.warn({ err: fault }, 'the bus is not reached');
    }
    return faults.length === 0;
  };
  const trying = untilDone({ name: 'access to the bus', log, delays, run });
  return {
    check: () => {
      if (refusal !== undefined) throw refusal;
    },
    stop: () => trying.stop(),
  };
};
