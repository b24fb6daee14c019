/**
 * BR Codes (EMV QRCPS-MPM) of dynamic PIX charges: a list of id (2 digits), length (2 digits), value, closed by a CRC.
 * Written apart from the payment gateway's on purpose, so that each checks the other.
 */
const pixGui = 'br.gov.bcb.pix';
const lengthMax = 99;

interface DynamicCode {
  readonly location: string;
  readonly receiverName: string;
  readonly receiverCity: string;
}

/** Names and cities must be plain ASCII already; configuration sees to it. */
export const buildBrCode = ({ location, receiverName, receiverCity }: DynamicCode): string => {
  const body = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', pixGui) + field('25', location)),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', receiverName),
    field('60', receiverCity),
    // The real txid comes with the payload behind the location; the standard wants three asterisks here.
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return body + crc16(body);
};

const field = (id: string, value: string): string => {
  if (value.length > lengthMax) throw new Error(`BR Code field ${id} is longer than ${lengthMax} characters.`);
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
};

type BrCodeReading =
  | { readonly kind: 'dynamic'; readonly location: string }
  | { readonly kind: 'static' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Reads a pasted code as a bank's app does. */
export const readBrCode = (text: string): BrCodeReading => {
  const code = text.trim();
  if (!/6304[0-9A-Fa-f]{4}$/.test(code)) return invalid('It does not end with a check sum.');
  if (crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return invalid('Its check sum is wrong.');

  const fields = readFields(code);
  if (fields === undefined) return invalid('Its fields do not add up.');
  const account = pixAccount(fields);
  if (fields.get('00') !== '01' || account === undefined) return invalid('It is not a PIX code.');
  const location = account.get('25');
  return location === undefined ? { kind: 'static' } : { kind: 'dynamic', location };
};

const invalid = (reason: string): BrCodeReading => ({ kind: 'invalid', reason });

/** Undefined when a length runs over the end. */
const readFields = (text: string): Map<string, string> | undefined => {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const header = /^(\d{2})(\d{2})$/.exec(text.slice(at, at + 4));
    const [, id = '', length = ''] = header ?? [];
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (header === null || value.length !== Number(length)) return undefined;
    fields.set(id, value);
    at += 4 + value.length;
  }
  return fields;
};

/** Merchant accounts stand in 26 to 51; the one of PIX names itself, in any case. */
const pixAccount = (fields: ReadonlyMap<string, string>): Map<string, string> | undefined => {
  for (const [id, value] of fields) {
    const account = id >= '26' && id <= '51' ? readFields(value) : undefined;
    if (account?.get('00')?.toLowerCase() === pixGui) return account;
  }
  return undefined;
};

/** CRC-16/CCITT-FALSE over the UTF-8 bytes, as four upper-case hexadecimal digits. */
const crc16 = (text: string): string => {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};
