/** Reads 33.33 as 3333 basis points, digit by digit; undefined when there are more than two decimals. */
export const percentBpsOf = (percent: number): number | undefined => {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(String(percent));
  if (!match) return undefined;
  return Number(`${match[1] ?? ''}${(match[2] ?? '').padEnd(2, '0')}`);
};
