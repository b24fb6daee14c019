import { within } from '../../lifecycle/internal/within';

/** Throws, rejects or returns false when the checked part is not well. */
export type HealthCheck = () => unknown;

export interface CheckOutcome {
  readonly isWell: boolean;
  /** The reason of a failure, if the check threw one. */
  readonly err?: unknown;
}

export type CheckRun = () => Promise<CheckOutcome>;

/** Probes ask every few seconds and give up soon; a check that hangs must be red before they do. */
const checkTimeoutMs = 2_000;

/**
 * Runs a check within its time. All who ask while it runs get one answer, and a check that does not end at all is red without
 * another run beside it: each would hold a connection of the pool.
 */
export const createCheckRun = (name: string, check: HealthCheck): CheckRun => {
  let underWay: { readonly outcome: Promise<CheckOutcome> } | undefined;

  const begin = (): { readonly outcome: Promise<CheckOutcome> } => {
    const ended = (async () => check())();
    const run = { outcome: outcomeOf(name, ended) };
    const forget = (): void => {
      if (underWay === run) underWay = undefined;
    };
    ended.then(forget, forget);
    return run;
  };
  return () => (underWay ??= begin()).outcome;
};

const outcomeOf = async (name: string, ended: Promise<unknown>): Promise<CheckOutcome> => {
  try {
    return { isWell: (await within(checkTimeoutMs, `health check ${name}`, () => ended)) !== false };
  } catch (err) {
    return { isWell: false, err };
  }
};
