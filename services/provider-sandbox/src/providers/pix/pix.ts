import { formatMinor } from '@repasse/values/money';
import { toDevolucaoObject, type Devolucao } from './devolucao';

/** Money that arrived, as the recipient's PSP keeps it. */
export interface PixReceived {
  readonly endToEndId: string;
  /** Null of money that came without a charge. */
  readonly txid: string | null;
  readonly chave: string;
  readonly amountMinor: number;
  readonly payerMessage: string | null;
  readonly receivedAt: string;
  /** Its refunds (devoluções), oldest first. */
  readonly devolucoes?: readonly Devolucao[] | null;
}

/** The same in the words of API Pix: in callbacks, in a charge's `pix[]` and in GET /pix. */
export const toPixObject = (pix: PixReceived): object => ({
  endToEndId: pix.endToEndId,
  ...(pix.txid === null ? {} : { txid: pix.txid }),
  valor: formatMinor(pix.amountMinor),
  chave: pix.chave,
  horario: pix.receivedAt,
  ...(pix.payerMessage === null ? {} : { infoPagador: pix.payerMessage }),
  ...(pix.devolucoes?.length ? { devolucoes: pix.devolucoes.map(toDevolucaoObject) } : {}),
});
