import { randomInt } from 'node:crypto';
import { formatMinor } from '@repasse/chassis/money';
import { toDevolucaoObject, type Devolucao } from './devolucao';

/** Money that arrived, as the recipient's PSP keeps it. */
export interface PixReceived {
  readonly endToEndId: string;
  readonly txid: string;
  readonly chave: string;
  readonly amountMinor: number;
  readonly payerMessage: string | null;
  readonly receivedAt: string;
  /** What was given back of it, oldest first. */
  readonly devolucoes?: readonly Devolucao[] | null;
}

/** The same in the words of API Pix: in callbacks, in a charge's `pix[]` and in GET /pix. */
export const toPixObject = (pix: PixReceived): object => ({
  endToEndId: pix.endToEndId,
  txid: pix.txid,
  valor: formatMinor(pix.amountMinor),
  chave: pix.chave,
  horario: pix.receivedAt,
  ...(pix.payerMessage === null ? {} : { infoPagador: pix.payerMessage }),
  ...(pix.devolucoes?.length ? { devolucoes: pix.devolucoes.map(toDevolucaoObject) } : {}),
});

/** The simulated payer's bank. Institutions are numbered by the central bank; nobody has this one. */
const payerBankIspb = '99999004';
const randomCharacters = 11;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** "E", the payer's bank, the minute in UTC, eleven random characters: 32 in all. */
export const newEndToEndId = (now: Date): string => newPaymentId('E', now);

/** A devolução's begins with "D". */
export const newPaymentId = (kind: 'E' | 'D', now: Date): string => {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12);
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${kind}${payerBankIspb}${minute}${random}`;
};
