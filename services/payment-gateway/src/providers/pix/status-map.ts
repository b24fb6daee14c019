import { parseDecimal } from '@repasse/chassis/money';
import { type Receipt } from '../../domain/payment';

/** A `cob` of the API Pix as far as we read it. Fields and statuses may be added at any time, so reading is tolerant. */
export interface Cob {
  readonly txid: string;
  readonly status: 'pending' | 'received' | 'removed';
  readonly amountMinor: number;
  readonly location: string | undefined;
  readonly pixCopiaECola: string | undefined;
  readonly receipts: readonly Receipt[];
}

/** The provider sent something that cannot be read as money. Nothing may be concluded from it. */
export class UnreadableCob extends Error {
  override readonly name = 'UnreadableCob';
}

/** ATIVA stays ATIVA after expiry: that is ours to tell. What is not known yet is pending. */
export const statusOf = (status: unknown): Cob['status'] => {
  switch (status) {
    case 'CONCLUIDA':
      return 'received';
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
    case 'REMOVIDA_PELO_PSP':
      return 'removed';
    default:
      return 'pending';
  }
};

/** Reads the answer to GET or PUT /cob/{txid}; throws UnreadableCob rather than guess at an amount. */
export const readCob = (body: unknown): Cob => {
  const cob = asRecord(body, 'cob');
  return {
    txid: asText(cob['txid'], 'txid'),
    status: statusOf(cob['status']),
    amountMinor: asAmount(asRecord(cob['valor'], 'valor')['original'], 'valor.original'),
    location: optionalText(cob['location']) ?? optionalText(optionalRecord(cob['loc'])?.['location']),
    pixCopiaECola: optionalText(cob['pixCopiaECola']),
    receipts: (Array.isArray(cob['pix']) ? cob['pix'] : []).map(readPix),
  };
};

const readPix = (value: unknown): Receipt => {
  const pix = asRecord(value, 'pix[]');
  return {
    providerReference: asText(pix['endToEndId'], 'pix[].endToEndId'),
    amountMinor: asAmount(pix['valor'], 'pix[].valor'),
    receivedAt: asTime(pix['horario'], 'pix[].horario'),
  };
};

/** `\d{1,10}\.\d{2}`, always a string. Banks pad with zeros now and then; the amount is the same. */
const asAmount = (value: unknown, field: string): number => {
  const amountMinor = parseDecimal(asText(value, field).replace(/^0+(?=\d)/, ''), 2);
  if (amountMinor === undefined) throw new UnreadableCob(`${field} is not an amount.`);
  return amountMinor;
};

const asTime = (value: unknown, field: string): string => {
  const time = new Date(asText(value, field));
  if (Number.isNaN(time.getTime())) throw new UnreadableCob(`${field} is not a time.`);
  return time.toISOString();
};

const asText = (value: unknown, field: string): string => {
  if (typeof value !== 'string' || value === '') throw new UnreadableCob(`${field} is missing.`);
  return value;
};

const asRecord = (value: unknown, field: string): Record<string, unknown> => {
  const record = optionalRecord(value);
  if (record === undefined) throw new UnreadableCob(`${field} is not an object.`);
  return record;
};

const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const optionalRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
