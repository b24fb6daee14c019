import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { formatMinor } from '@repasse/chassis/money';
import { type FxSwitches } from '../store/fx-switches';

const rateDecimals = 8;

/** GET /sandbox/fx */
export const getFx = (switches: FxSwitches): Operation<undefined> => ({ handle: async () => describeFx(switches) });

export const describeFx = (switches: FxSwitches): ApiResponse => {
  const { rates, unpublishedDays } = switches.get();
  const spelled = Object.entries(rates).map(([symbol, scaled]) => [symbol, formatMinor(scaled, rateDecimals)]);
  return { status: 200, body: { rates: Object.fromEntries(spelled) as Record<string, string>, unpublishedDays } };
};
