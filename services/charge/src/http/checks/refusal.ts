import { ProblemError, type Fault } from '@repasse/chassis/http/problem';

/** A fault of meaning. Where the rule it breaks has a name of its own, `code` is that name. */
export interface NamedFault extends Fault {
  readonly code?: string;
}

/**
 * Faults are told all at once, under request.invalid. When everything that is wrong is one rule, the problem carries
 * that rule's own code instead, so that a caller can branch on it without reading sentences.
 */
export const refuse = (faults: readonly NamedFault[], faulty: ReadonlySet<string>): readonly Fault[] => {
  const errors = faults.map(({ field, message }) => ({ field, message }));
  const [first] = faults;
  const isOneRule = faulty.size === 0 && faults.every(({ code }) => code === first?.code);
  if (first?.code === undefined || !isOneRule) return errors;

  throw new ProblemError({
    status: 400,
    code: first.code,
    detail: errors.map(({ field, message }) => `${field} ${message}`).join(' '),
    errors,
  });
};
