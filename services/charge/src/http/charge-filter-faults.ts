import { type Fault } from '@repasse/chassis/http/problem';
import { chargeMethods } from '../domain/methods';
import { statuses } from '../store/standings';
import { minorOf, type ChargeQuery } from './requests/charge-filter';
import { wordFaults } from './checks/word-list';

/** The faults of filters that the description does not see. */
export const chargeFilterFaults = (query: ChargeQuery, faulty: ReadonlySet<string>): readonly Fault[] => [
  ...wordFaults('status', query.status, { allowed: statuses, faulty }),
  ...wordFaults('method', query.method, { allowed: chargeMethods, faulty }),
  ...rangeFaults('paidFrom', 'paidTo', query, faulty, (day) => day),
  ...rangeFaults('minAmount', 'maxAmount', query, faulty, minorOf),
];

type Bound = 'paidFrom' | 'paidTo' | 'minAmount' | 'maxAmount';

/** A range that ends before it begins is a mistake, not an empty list. */
const rangeFaults = (
  first: Bound,
  last: Bound,
  query: ChargeQuery,
  faulty: ReadonlySet<string>,
  read: (text: string) => string | number | undefined,
): readonly Fault[] => {
  const [from, to] = [query[first], query[last]];
  if (from === undefined || to === undefined || faulty.has(first) || faulty.has(last)) return [];
  const [begin, end] = [read(from), read(to)];
  const isBackward = begin !== undefined && end !== undefined && end < begin;
  return isBackward ? [{ field: last, message: `must not be less than ${first}` }] : [];
};
