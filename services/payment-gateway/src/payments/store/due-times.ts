import { isRejection, type Rejection } from '@repasse/chassis/decider';

export interface DueTimes<D> {
  readonly onDue: (listener: (dueAt: string) => void) => void;
  /** Calls the listeners when a decision sets a time, and returns it as it is. */
  readonly told: <O extends D>(outcome: O | Rejection) => O | Rejection;
}

/** Announces the due times of decisions. `dueAtOf` is null for a decision that sets no time. */
export const createDueTimes = <D extends object>(dueAtOf: (decided: D) => string | null): DueTimes<D> => {
  const listeners: ((dueAt: string) => void)[] = [];
  return {
    onDue: (listener) => void listeners.push(listener),
    told: (outcome) => {
      const dueAt = isRejection(outcome) ? null : dueAtOf(outcome);
      if (dueAt !== null) for (const listener of listeners) listener(dueAt);
      return outcome;
    },
  };
};
