import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { knowsCurrency } from '../providers/fx/closing-rates';
import { readUnits, unitDecimals } from '../providers/units';
import { type Switches } from '../store/switches';

/** GET /sandbox/fx */
export const getFx = (fx: Switches['fx']): Operation<undefined> => ({ handle: async () => describeFx(fx) });

const describeFx = (fx: Switches['fx']): ApiResponse => {
  const { rates, unpublishedDays } = fx.get();
  const spelled = Object.entries(rates).map(([symbol, scaled]) => [symbol, formatMinor(scaled, unitDecimals)]);
  return { status: 200, body: { rates: Object.fromEntries(spelled) as Record<string, string>, unpublishedDays } };
};

type FxBody = components['schemas']['SetFx'];

/** PUT /sandbox/fx replaces all of it: `{}` leaves the rates to themselves again. */
export const setFx = (fx: Switches['fx']): Operation<FxBody> => ({
  handle: async ({ body }) => {
    const rates = Object.entries(body.rates ?? {}).map(([symbol, text]) => [symbol, readUnits(text) ?? 0]);
    await fx.set({
      rates: Object.fromEntries(rates) as Record<string, number>,
      unpublishedDays: body.unpublishedDays ?? 0,
    });
    return describeFx(fx);
  },
  check: ({ body }, faulty) =>
    [...faulty].some((field) => field.startsWith('rates')) ? [] : Object.entries(body.rates ?? {}).flatMap(faultsOf),
});

const faultsOf = ([symbol, text]: readonly [string, string]): Fault[] => {
  if (!knowsCurrency(symbol)) return [{ field: `rates.${symbol}`, message: 'is no currency of the closing file' }];
  return readUnits(text) === 0 ? [{ field: `rates.${symbol}`, message: 'must be more than zero' }] : [];
};
