import { type Setting } from '../config/settings';
import { type Rate } from './rate-limit';

const form = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/;

const rateOf = (text: string): Rate | undefined => {
  const [, requests, seconds] = form.exec(text) ?? [];
  return requests === undefined ? undefined : { requests: Number(requests), seconds: Number(seconds) };
};

/** `requests/seconds`, such as 100/60, or `off`. */
export const rate = (
  name: string,
  options: { readonly about?: string; readonly default: Rate | null },
): Setting<Rate | null> => ({
  name,
  words: {
    ...options,
    shape: 'requests/seconds, or `off`',
    isRequired: false,
    default: options.default === null ? 'off' : `${options.default.requests}/${options.default.seconds}`,
  },
  read: (raw) => {
    if (raw === undefined) return { value: options.default };
    const value = raw === 'off' ? null : rateOf(raw);
    return value === undefined ? { fault: 'must be requests/seconds, such as 100/60, or off.' } : { value };
  },
});

/** Rates by operation, such as `POST /payments=20/1, POST /withdrawals=5/60`; none when it is not set or `off`. */
export const operationRates = (
  name: string,
  options: { readonly about?: string } = {},
): Setting<ReadonlyMap<string, Rate>> => ({
  name,
  words: { ...options, shape: 'operations with their rates, or `off`', isRequired: false, default: 'off' },
  read: (raw = 'off') => {
    if (raw === 'off') return { value: new Map() };
    const entries = raw.split(',').filter((entry) => entry.trim() !== '');
    const rates = entries.map((entry) => {
      const [operation = '', text = ''] = entry.split('=').map((part) => part.trim());
      return [operation, rateOf(text)] as const;
    });
    const known = rates.flatMap(([operation, value]) => (value === undefined ? [] : [[operation, value] as const]));
    const isSound = known.length === rates.length && known.every(([operation]) => /^[A-Z]+ \/\S*$/.test(operation));
    return isSound
      ? { value: new Map(known) }
      : { fault: 'must be operations and their rates, such as POST /payments=20/1, POST /withdrawals=5/60.' };
  },
});
