import { momentsOf } from './moments-of.ts';
import { type Search } from './use-filters.ts';

/** The address has days of São Paulo and amounts as people write them; the list takes moments and two decimals. */
export const chargeQueryOf = ({ minAmount, maxAmount, ...others }: Search): Search => ({
  ...momentsOf(others),
  minAmount: amountOf(minAmount),
  maxAmount: amountOf(maxAmount),
});

/** 1500, 1500.5 and 1500,50; anything else goes as it is, and is refused with its reason. */
const amountOf = (text: string | number | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(String(text)) ?? [];
  return whole === undefined ? String(text) : `${whole}.${fraction.padEnd(2, '0')}`;
};
