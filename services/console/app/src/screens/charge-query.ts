import { endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { type Search } from './use-filters.ts';

/** The address has days of São Paulo and amounts as people write them; the list takes moments and two decimals. */
export const chargeQueryOf = ({ from, to, minAmount, maxAmount, ...others }: Search): Search => ({
  ...others,
  from: dayForm.test(String(from)) ? startOfDay(String(from)) : from,
  to: dayForm.test(String(to)) ? endOfDay(String(to)) : to,
  minAmount: amountOf(minAmount),
  maxAmount: amountOf(maxAmount),
});

const dayForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** 1500, 1500.5 and 1500,50; anything else goes as it is, and is refused with its reason. */
const amountOf = (text: string | number | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(String(text)) ?? [];
  return whole === undefined ? String(text) : `${whole}.${fraction.padEnd(2, '0')}`;
};
