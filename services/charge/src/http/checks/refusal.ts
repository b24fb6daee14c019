import { ProblemError, type Fault } from '@repasse/chassis/http/problem';

/** A fault of meaning. Where the rule it breaks has a name of its own, `code` is that name. */
export interface NamedFault extends Fault {
  readonly code?: string;
}

/**
 * Names all faults at once, under request.invalid. When all of them are of one rule, the problem carries that rule's
 * own code instead, so that a caller can branch on it without reading sentences. In an operation's check, the returned
 * faults join the schema's.
 */
export const refuse = (faults: readonly NamedFault[], faulty: ReadonlySet<string>): readonly Fault[] => {
  if (faulty.size === 0 && ruleOf(faults) !== undefined) throw refusalOf(faults);
  return faults.map(plain);
};

/** The refusal itself, for faults that are found after the check. */
export const refusalOf = (faults: readonly NamedFault[]): ProblemError =>
  new ProblemError({
    status: 400,
    code: ruleOf(faults) ?? 'request.invalid',
    detail: faults.map(({ field, message }) => `${field} ${message}`).join(' '),
    errors: faults.map(plain),
  });

const ruleOf = (faults: readonly NamedFault[]): string | undefined => {
  const [first] = faults;
  return faults.every(({ code }) => code === first?.code) ? first?.code : undefined;
};

/** Without the rule's name, where an operation has one code for all of them. */
export const plain = ({ field, message }: NamedFault): Fault => ({ field, message });
