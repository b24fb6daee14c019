/**
 * BR Code: EMV QRCPS-MPM as the Banco Central profiles it. A field is a two-digit id, a two-digit length and a value;
 * a length therefore never exceeds 99. Everything written here is ASCII, so characters are bytes.
 */
const fieldLengthMax = 99;
/** Manual do BR Code: receiver name 25, city 15, location URL 77 characters. */
const receiverNameLengthMax = 25;
const receiverCityLengthMax = 15;
const locationLengthMax = 77;
const pixGui = 'br.gov.bcb.pix';

interface BrCode {
  /** URL of the charge at the provider, without a scheme; only dynamic codes have it. */
  readonly location: string | undefined;
  /** Text of field 54; dynamic codes normally leave it out. */
  readonly amount: string | undefined;
}

/** Builds the dynamic code of a charge. The amount and the txid are the provider's to say, behind the location. */
export const buildBrCode = (o: { location: string; receiverName: string; receiverCity: string }): string => {
  const location = withoutScheme(o.location);
  if (location.length === 0 || location.length > locationLengthMax) {
    throw new RangeError(`A BR Code location has 1 to ${locationLengthMax} characters, not ${location.length}.`);
  }
  const body = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', pixGui) + field('25', location)),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', fold(o.receiverName, receiverNameLengthMax)),
    field('60', fold(o.receiverCity, receiverCityLengthMax)),
    // A dynamic code always says *** here: leaving the field out is non-conformant, and the txid comes by location.
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return body + crcOf(body);
};

/** Reads a PIX code; undefined when it is malformed, its CRC is wrong, or it is not PIX. */
export const readBrCode = (emv: string): BrCode | undefined => {
  if (crcOf(emv.slice(0, -4)) !== emv.slice(-4)) return undefined;
  const fields = readFields(emv);
  if (fields?.[0]?.id !== '00' || fields.at(-1)?.id !== '63') return undefined;

  const pix = fields.map(({ id, value }) => (isMerchantAccount(id) ? readFields(value) : undefined)).find(isPix);
  if (pix === undefined) return undefined;
  return { location: valueOf(pix, '25'), amount: valueOf(fields, '54') };
};

export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, '');

/** CRC-16/CCITT-FALSE over the UTF-8 bytes, `6304` included, as four upper-case hexadecimal digits. */
export const crcOf = (text: string): string => {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) !== 0 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};

interface Field {
  readonly id: string;
  readonly value: string;
}

const field = (id: string, value: string): string => {
  if (value.length > fieldLengthMax) throw new RangeError(`BR Code field ${id} is longer than ${fieldLengthMax}.`);
  return id + String(value.length).padStart(2, '0') + value;
};

const readFields = (text: string): Field[] | undefined => {
  const fields: Field[] = [];
  for (let at = 0; at < text.length;) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(at, at + 4));
    if (head === null) return undefined;
    const length = Number(head[2]);
    const value = text.slice(at + 4, at + 4 + length);
    if (value.length !== length) return undefined;
    fields.push({ id: head[1] ?? '', value });
    at += 4 + length;
  }
  return fields;
};

/** Ids 26 to 51 are merchant accounts; PIX is the one that names it, in either case. */
const isMerchantAccount = (id: string): boolean => id >= '26' && id <= '51';
const isPix = (fields: Field[] | undefined): fields is Field[] =>
  fields !== undefined && valueOf(fields, '00')?.toLowerCase() === pixGui;

const valueOf = (fields: readonly Field[], id: string): string | undefined =>
  fields.find((each) => each.id === id)?.value;

/** Accents and signs outside this set break payers' apps: fold first, cut afterwards, so that nothing is cut twice. */
const fold = (text: string, lengthMax: number): string => {
  const folded = text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 $%*+\-./:]/g, '')
    .trim()
    .slice(0, lengthMax)
    .trim();
  if (folded === '') throw new RangeError(`"${text}" has no character a BR Code can carry.`);
  return folded;
};
