import { type Receipt } from '../../payments/domain/payment';
import { anything, integer, lenient, many, object, oneOrMany, reader, text, time, toTime } from '../wire/schema';
import { stateMap } from '../wire/state-map';
import { amount, toMinor } from './amount';
import { readMoneyBack } from './money-back';

/** A `cob` of the API Pix as far as we read it. */
export type Cob = ReturnType<typeof readCob>;

const receipt = object({
  endToEndId: text,
  valor: amount,
  horario: time,
  txid: lenient(text),
  // The standard's schema has lists where its own examples have a lone object, so both are taken.
  devolucoes: anything,
});

const readAnswer = reader(
  'cob',
  object({
    txid: text,
    status: anything,
    valor: object({ original: amount }),
    location: lenient(text),
    loc: lenient(object({ location: lenient(text) })),
    pixCopiaECola: lenient(text),
    pix: oneOrMany(receipt),
  }),
);

/** Reads the answer to GET or PUT /cob/{txid}. */
export const readCob = (body: unknown) => {
  const { txid, status, valor, location, loc, pixCopiaECola, pix } = readAnswer(body);
  return {
    txid,
    status: statusOf(status),
    amountMinor: toMinor(valor.original),
    location: location ?? loc?.location,
    pixCopiaECola,
    receipts: many(pix).map(toReceipt),
    // Our refunds, and money that the payer's bank took back.
    ...moneyBackOf(many(pix)),
  };
};

const moneyBackOf = (pix: readonly { readonly endToEndId: string; readonly devolucoes?: unknown }[]) => {
  const all = pix.map(({ endToEndId, devolucoes }) => readMoneyBack(many(devolucoes), endToEndId));
  return { refunds: all.flatMap(({ refunds }) => refunds), disputes: all.flatMap(({ disputes }) => disputes) };
};

/** ATIVA stays ATIVA after expiry, which we decide ourselves. An unknown status is pending. */
export const statusOf = stateMap<'pending' | 'received' | 'removed'>(
  { CONCLUIDA: 'received', REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed', REMOVIDA_PELO_PSP: 'removed' },
  'pending',
);

const readList = reader(
  'list',
  object({
    parametros: object({ paginacao: object({ quantidadeDePaginas: integer }) }),
    pix: oneOrMany(receipt),
  }),
);

export type ListedPix = Receipt & { readonly txid: string | undefined };

/** Reads the answer to GET /pix. */
export const readPixPage = (body: unknown): { items: readonly ListedPix[]; pagesCount: number } => {
  const { parametros, pix } = readList(body);
  const items = many(pix).map((each) => ({ ...toReceipt(each), txid: each.txid }));
  return { items, pagesCount: parametros.paginacao.quantidadeDePaginas };
};

const toReceipt = (told: Readonly<Record<'endToEndId' | 'valor' | 'horario', string>>): Receipt => ({
  providerReference: told.endToEndId,
  amountMinor: toMinor(told.valor),
  receivedAt: toTime(told.horario),
});
