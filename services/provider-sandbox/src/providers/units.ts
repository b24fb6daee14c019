/** Amounts of coins, the money they are priced in, and rates are whole hundred-millionths: safe up to 90 million. */
export const unitDecimals = 8;
export const unitsOfOne = 100_000_000;

const pattern = new RegExp(`^(0|[1-9]\\d{0,7})(?:\\.(\\d{1,${unitDecimals}}))?$`);

/** Reads "40.01" or 40.01; undefined for anything finer, wider, negative or no decimal number. */
export const readUnits = (amount: unknown): number | undefined => {
  if (typeof amount !== 'string' && typeof amount !== 'number') return undefined;
  const match = pattern.exec(String(amount));
  if (match === null) return undefined;
  return Number(match[1]) * unitsOfOne + Number((match[2] ?? '').padEnd(unitDecimals, '0'));
};

/** As decimal text without trailing zeros. */
export const writeUnits = (units: number): string => {
  const digits = String(units).padStart(unitDecimals + 1, '0');
  const fraction = digits.slice(-unitDecimals).replace(/0+$/, '');
  return digits.slice(0, -unitDecimals) + (fraction === '' ? '' : `.${fraction}`);
};

/** The JSON number they answer with: the nearest there is, which prints as the same digits. */
export const toJsonNumber = (units: number): number => Number(writeUnits(units));
