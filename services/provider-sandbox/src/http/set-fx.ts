import { type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { parseDecimal } from '@repasse/chassis/money';
import { knowsCurrency } from '../providers/fx/closing-rates';
import { type FxSwitches } from '../store/fx-switches';
import { describeFx } from './get-fx';

interface FxBody {
  readonly rates?: Readonly<Record<string, string>>;
  readonly unpublishedDays?: number;
}

const rateDecimals = 8;

/** PUT /sandbox/fx replaces all of it: `{}` leaves the rates to themselves again. */
export const setFx = (switches: FxSwitches): Operation<FxBody> => ({
  handle: async ({ body }) => {
    const rates = Object.entries(body.rates ?? {}).map(([symbol, text]) => [symbol, scaledOf(text)]);
    await switches.set({
      rates: Object.fromEntries(rates) as Record<string, number>,
      unpublishedDays: body.unpublishedDays ?? 0,
    });
    return describeFx(switches);
  },
  check: ({ body }, faulty) =>
    [...faulty].some((field) => field.startsWith('rates')) ? [] : Object.entries(body.rates ?? {}).flatMap(faultsOf),
});

const faultsOf = ([symbol, text]: readonly [string, string]): Fault[] => {
  if (!knowsCurrency(symbol)) return [{ field: `rates.${symbol}`, message: 'is no currency of the closing file' }];
  return scaledOf(text) === 0 ? [{ field: `rates.${symbol}`, message: 'must be more than zero' }] : [];
};

const scaledOf = (text: string): number => {
  const [whole = '', decimals = ''] = text.split('.');
  return parseDecimal(`${whole}.${decimals.padEnd(rateDecimals, '0')}`, rateDecimals) ?? 0;
};
