import { type components } from '@repasse/contracts/generated/http/invoice-query';
import { addDays, type Day } from '@repasse/values/brasilia-time';

export type Overview = components['schemas']['Overview'];
type OverviewDay = Overview['days'][number];

export const methods = ['PIX', 'CREDIT_CARD', 'INTERNATIONAL'] as const;

/** What a few days brought, in cents. */
export interface Sum {
  readonly paidCount: number;
  readonly paidCents: number;
  readonly feeCents: number;
  readonly refundedCount: number;
  readonly refundedCents: number;
  readonly failedCount: number;
}

/** Whole cents of an amount with two decimals, as the API has it. */
export const centsOf = (amount: string): number => Number(amount.replace('.', ''));

export const sumOf = (days: readonly OverviewDay[]): Sum =>
  days.reduce<Sum>(
    (sum, { paid, refunded, failed }) => ({
      paidCount: sum.paidCount + paid.count,
      paidCents: sum.paidCents + centsOf(paid.amount),
      feeCents: sum.feeCents + centsOf(paid.fees),
      refundedCount: sum.refundedCount + refunded.count,
      refundedCents: sum.refundedCents + centsOf(refunded.amount),
      failedCount: sum.failedCount + failed.count,
    }),
    { paidCount: 0, paidCents: 0, feeCents: 0, refundedCount: 0, refundedCents: 0, failedCount: 0 },
  );

export const todayOf = ({ days, to }: Overview): Sum => sumOf(days.filter(({ day }) => day === to));

export interface MethodSum extends Sum {
  readonly method: (typeof methods)[number];
}

/** Methods that brought anything, in one order always. */
export const byMethod = ({ days }: Overview): readonly MethodSum[] =>
  methods.flatMap((method) => {
    const found = days.filter(({ paymentMethod }) => paymentMethod === method);
    return found.length === 0 ? [] : [{ method, ...sumOf(found) }];
  });

export interface StackedDay {
  readonly day: Day;
  /** What was paid, in cents, in the order of `methods`. */
  readonly parts: readonly number[];
}

/** Every day of the window, those without anything too: a gap says as much as a bar. */
export const stackedDays = ({ days, from, to }: Overview): readonly StackedDay[] => {
  const all: StackedDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const ofDay = days.filter((each) => each.day === day);
    const partOf = (method: string) => sumOf(ofDay.filter(({ paymentMethod }) => paymentMethod === method)).paidCents;
    all.push({ day, parts: methods.map(partOf) });
  }
  return all;
};
