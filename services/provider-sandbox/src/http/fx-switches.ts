import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { formatMinor, parseDecimal } from '@repasse/chassis/money';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { knowsCurrency } from '../providers/fx/closing-rates';
import { type FxSwitches } from '../store/switches';

const rateDecimals = 8;

/** GET /sandbox/fx */
export const getFx = (switches: FxSwitches): Operation<undefined> => ({ handle: async () => describeFx(switches) });

const describeFx = (switches: FxSwitches): ApiResponse => {
  const { rates, unpublishedDays } = switches.get();
  const spelled = Object.entries(rates).map(([symbol, scaled]) => [symbol, formatMinor(scaled, rateDecimals)]);
  return { status: 200, body: { rates: Object.fromEntries(spelled) as Record<string, string>, unpublishedDays } };
};

type FxBody = components['schemas']['SetFx'];

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
