import { formatMinor } from '@repasse/values/money';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type OfferRequest, type Payer, type RefundRequest } from '../provider';

/** API Pix 2.9: the maximum length of each text. */
const payerMessageLengthMax = 140;
const additionalInfoMax = 50;
const infoNameLengthMax = 50;
const infoValueLengthMax = 200;
const payerNameLengthMax = 200;
const paymentIdPrefix = 'pay_';
const refundIdPrefix = 're_';
const refundDescriptionLengthMax = 140;

/**
 * The txid is the payment's own ULID: a question that got no answer can be asked again without making a second
 * charge. 26 characters is the shortest the standard takes, and too long to be mistaken for a static code's.
 */
export const txidOf = ({ paymentId }: Pick<PaymentFacts, 'paymentId'>): string =>
  paymentId.slice(paymentIdPrefix.length);

/** The payment a txid belongs to; undefined when it cannot be one of ours. */
export const paymentIdOf = (txid: string): string | undefined =>
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(txid) ? paymentIdPrefix + txid : undefined;

/** A refund's name at the provider is its own ULID, for the same reason; a further part's has its number behind it. */
export const devolucaoIdOf = (refundId: string): string => refundId.slice(refundIdPrefix.length);

/** The refund a devolução belongs to; undefined when another system made it. */
export const refundIdOf = (devolucaoId: string): string | undefined =>
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}(P[1-9]\d{0,3})?$/.test(devolucaoId) ? refundIdPrefix + devolucaoId : undefined;

/** The body of PUT /pix/{e2eid}/devolucao/{id}. */
export const devolucaoRequest = ({ amountMinor, reason }: RefundRequest) => ({
  valor: formatMinor(amountMinor),
  natureza: 'ORIGINAL',
  ...(reason === null || reason === '' ? {} : { descricao: reason.slice(0, refundDescriptionLengthMax) }),
});

/** The body of PUT /cob/{txid}. `expiracao` counts from when the provider makes the charge, hence from now. */
export const cobRequest = ({ facts, terms, payer }: OfferRequest, key: string, now: Date) => {
  const message = terms.payerMessage ?? terms.description;
  const debtor = debtorOf(payer);
  return {
    calendario: { expiracao: secondsUntil(terms.expiresAt, now) },
    valor: { original: formatMinor(facts.amountMinor) },
    chave: key,
    ...(debtor === undefined ? {} : { devedor: debtor }),
    ...(message === null || message === '' ? {} : { solicitacaoPagador: message.slice(0, payerMessageLengthMax) }),
    ...(terms.additionalInfo.length === 0 ? {} : { infoAdicionais: additionalInfoOf(terms.additionalInfo) }),
  };
};

/** Rounded up, so that the provider never closes before we do; the standard refuses zero. */
const secondsUntil = (expiresAt: string, now: Date): number =>
  Math.max(1, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1000));

/** The standard wants a name with exactly one of CPF and CNPJ, or no debtor at all. */
const debtorOf = (payer: Payer | null): { nome: string; cpf: string } | { nome: string; cnpj: string } | undefined => {
  const nome = payer?.name?.trim().slice(0, payerNameLengthMax) ?? '';
  const document = payer?.document?.replace(/[^0-9A-Za-z]/g, '').toUpperCase() ?? '';
  if (nome === '') return undefined;
  if (/^\d{11}$/.test(document)) return { nome, cpf: document };
  if (/^[0-9A-Z]{12}\d{2}$/.test(document)) return { nome, cnpj: document };
  return undefined;
};

const additionalInfoOf = (info: OfferRequest['terms']['additionalInfo']) =>
  info.slice(0, additionalInfoMax).map(({ name, value }) => ({
    nome: name.slice(0, infoNameLengthMax),
    valor: value.slice(0, infoValueLengthMax),
  }));
