import { type Receipt } from '../../domain/payment';
import { type DisputeStanding, type RefundStanding } from '../provider';
import { asAmount, asList, asRecord, asText, asTime, optionalRecord, optionalText, UnreadableCob } from './fields';
import { readMoneyBack } from './money-back';

export { UnreadableCob } from './fields';

/** A `cob` of the API Pix as far as we read it. Fields and statuses may be added at any time, so reading is tolerant. */
export interface Cob {
  readonly txid: string;
  readonly status: 'pending' | 'received' | 'removed';
  readonly amountMinor: number;
  readonly location: string | undefined;
  readonly pixCopiaECola: string | undefined;
  readonly receipts: readonly Receipt[];
  /** What went back of them because we asked for it, and because the payer's bank did. */
  readonly refunds: readonly RefundStanding[];
  readonly disputes: readonly DisputeStanding[];
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
  const pix = asList(cob['pix']);
  return {
    txid: asText(cob['txid'], 'txid'),
    status: statusOf(cob['status']),
    amountMinor: asAmount(asRecord(cob['valor'], 'valor')['original'], 'valor.original'),
    location: optionalText(cob['location']) ?? optionalText(optionalRecord(cob['loc'])?.['location']),
    pixCopiaECola: optionalText(cob['pixCopiaECola']),
    receipts: pix.map(readPix),
    ...readMoneyBack(pix.flatMap((each) => asList(asRecord(each, 'pix[]')['devolucoes']))),
  };
};

export interface PixPage {
  readonly pix: readonly (Receipt & { readonly txid: string | undefined })[];
  readonly pagesCount: number;
}

/** Reads the answer to GET /pix. */
export const readPixPage = (body: unknown): PixPage => {
  const page = asRecord(body, 'list');
  const { quantidadeDePaginas } = asRecord(asRecord(page['parametros'], 'parametros')['paginacao'], 'paginacao');
  if (!Number.isSafeInteger(quantidadeDePaginas)) throw new UnreadableCob('quantidadeDePaginas is not a number.');
  const pix = asList(page['pix']).map((each) => ({
    ...readPix(each),
    txid: optionalText(asRecord(each, 'pix[]')['txid']),
  }));
  return { pix, pagesCount: Number(quantidadeDePaginas) };
};

const readPix = (value: unknown): Receipt => {
  const pix = asRecord(value, 'pix[]');
  return {
    providerReference: asText(pix['endToEndId'], 'pix[].endToEndId'),
    amountMinor: asAmount(pix['valor'], 'pix[].valor'),
    receivedAt: asTime(pix['horario'], 'pix[].horario'),
  };
};
