import { formatMinor, sumMinor } from '@repasse/values/money';
import { wholeBps } from '../../domain/fees';
import { amountMinorOf, type CreateChargeBody, type SplitItemBody } from '../requests/charge-request';
import { percentBpsOf } from '../requests/percent';
import { type NamedFault } from './refusal';

const splitCode = 'charge.split_exceeds_amount';

/** Faults of single items, and of their sum. `amountField` is what the caller calls the gross amount. */
export const splitFaults = (
  { split = [], grossAmount }: Pick<CreateChargeBody, 'split' | 'grossAmount'>,
  faulty: ReadonlySet<string>,
  amountField = 'grossAmount',
): readonly NamedFault[] => {
  const isSound = (index: number): boolean => ![...faulty].some((field) => isOfItem(field, index));
  const sound = split.map((item, index) => ({ item, index })).filter(({ index }) => isSound(index));

  const own = sound.flatMap(({ item, index }) => itemFaults(item, index));
  if (own.length > 0) return own;
  const items = sound.map(({ item }) => item);
  return [...(faulty.has(amountField) ? [] : fixedFaults(items, grossAmount, amountField)), ...percentFaults(items)];
};

const isOfItem = (field: string, index: number): boolean =>
  field === `split[${index}]` || field.startsWith(`split[${index}].`);

const itemFaults = (item: SplitItemBody, index: number): readonly NamedFault[] => [
  ...valueFaults(item, index),
  ...strayFaults(item, index),
];

const valueFaults = ({ kind, amount = '', percent = 0 }: SplitItemBody, index: number): readonly NamedFault[] => {
  if (kind === 'FIXED') {
    return amountMinorOf(amount) === 0 ? [{ field: `split[${index}].amount`, message: 'must be more than 0.00.' }] : [];
  }
  return percentBpsOf(percent) === undefined
    ? [{ field: `split[${index}].percent`, message: 'must have two decimals at most.' }]
    : [];
};

/** A value of the other kind would be kept and shown, and divide nothing: the caller meant something else. */
const strayFaults = ({ kind, amount, percent }: SplitItemBody, index: number): readonly NamedFault[] => {
  if (kind === 'FIXED') {
    return percent === undefined ? [] : [{ field: `split[${index}].percent`, message: 'is for kind PERCENT only.' }];
  }
  return amount === undefined ? [] : [{ field: `split[${index}].amount`, message: 'is for kind FIXED only.' }];
};

const fixedFaults = (
  items: readonly SplitItemBody[],
  grossAmount: string,
  amountField: string,
): readonly NamedFault[] => {
  const amounts = items.map(({ kind, amount }) => (kind === 'FIXED' ? (amountMinorOf(amount ?? '') ?? 0) : 0));
  const totalMinor = sumMinor(amounts);
  if (totalMinor <= (amountMinorOf(grossAmount) ?? 0)) return [];
  const message = `has FIXED amounts that add up to ${formatMinor(totalMinor)}, which is more than ${amountField}.`;
  return [{ field: 'split', message, code: splitCode }];
};

const percentFaults = (items: readonly SplitItemBody[]): readonly NamedFault[] => {
  const percents = items.map(({ kind, percent }) => (kind === 'PERCENT' ? (percentBpsOf(percent ?? 0) ?? 0) : 0));
  return sumMinor(percents) > wholeBps
    ? [{ field: 'split', message: 'has PERCENT values that add up to more than 100.', code: splitCode }]
    : [];
};
