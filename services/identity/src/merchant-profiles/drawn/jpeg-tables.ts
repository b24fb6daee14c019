const tablesMax = 4;

/** Each table has a byte of precision and number, and 64 values of one or two bytes. */
export const areQuantisationTables = (data: Buffer): boolean =>
  areTables(data, (at) => {
    const head = data[at] ?? 0xff;
    return head >> 4 > 1 || (head & 15) >= tablesMax ? undefined : at + 1 + 64 * (1 + (head >> 4));
  });

const codeLengths = 16;
const valuesMax = 256;

/** Each table has a byte of class and number, how many codes there are of each length, and their values. */
export const areHuffmanTables = (data: Buffer): boolean =>
  areTables(data, (at) => {
    const head = data[at] ?? 0xff;
    const valuesAt = at + 1 + codeLengths;
    const count = data.subarray(at + 1, valuesAt).reduce((sum, codes) => sum + codes, 0);
    const values = data.subarray(valuesAt, valuesAt + count);
    // A value with two codes is of no use to a picture.
    const isTable = head >> 4 <= 1 && (head & 15) < tablesMax && count <= valuesMax && new Set(values).size === count;
    return isTable ? valuesAt + count : undefined;
  });

/** Whether tables fill the data, two of each number at the most. `endOf` has the end of the table that begins at a place. */
const areTables = (data: Buffer, endOf: (at: number) => number | undefined): boolean => {
  let at: number | undefined = 0;
  for (let tables = 0; at !== undefined && at < data.length; tables += 1) {
    at = tables < 2 * tablesMax ? endOf(at) : undefined;
  }
  return at === data.length;
};
