import { Problem } from '../api/problem.ts';

/** A change that was sent and whose outcome the page may not know. */
export interface SentChange {
  readonly input: unknown;
  readonly key: string;
}

/** The same change once more goes under its first key, so that the API does it once; any other change gets a new key. */
export const keyFor = (unsettled: SentChange | undefined, input: unknown, newKey: () => string): string =>
  unsettled !== undefined && isSame(unsettled.input, input) ? unsettled.key : newKey();

/** Files are compared by identity, since as JSON all of them look the same. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (!(one instanceof Blob) && !(other instanceof Blob) && JSON.stringify(one) === JSON.stringify(other));

/** Refusals that do not end a change: the same request may still be done, or is yet to be proven. */
const openCodes = new Set(['auth.step_up_required', 'idempotency.in_progress', 'request.rate_limited']);

/** Whether a fault leaves open what became of the change. A refusal says that nothing was done. */
export const leavesOpen = (fault: Error): boolean =>
  !(fault instanceof Problem) || fault.status >= 500 || openCodes.has(fault.code);
