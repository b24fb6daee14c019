import { formatMinor } from '@repasse/values/money';
import { newPaymentId } from '../payment-id';

/** There is one account, whatever its keys. */
export const accountId = 'account';

/** The receiver as the request named them: by a key, or by an account. */
export type Favorecido =
  | { readonly chave: string; readonly cpf?: string | undefined; readonly cnpj?: string | undefined }
  | { readonly contaBanco: Readonly<Record<string, string>> };

export interface SentTerms {
  readonly amountMinor: number;
  /** The key of the account that pays. */
  readonly payerKey: string;
  readonly payerMessage: string | null;
  readonly favorecido: Favorecido;
}

/** What the receiver's bank sent back of it. */
export interface SentReturn {
  readonly rtrId: string;
  readonly amountMinor: number;
  readonly reason: string | null;
  readonly returnedAt: string;
}

/** PIX that the account sends, as its PSP keeps it. */
export interface SentPix extends SentTerms {
  readonly idEnvio: string;
  readonly endToEndId: string;
  readonly status: 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO';
  /** Why it was not carried out: an ISO 20022 code, who said so, and the reason in words. */
  readonly error: { readonly codigo: string; readonly origem: string; readonly motivo: string } | null;
  readonly returns: readonly SentReturn[];
  readonly requestedAt: string;
  readonly settledAt: string | null;
  readonly dueAt: string | null;
}

export const newSentPix = (idEnvio: string, terms: SentTerms, now: Date, delayMs: number): SentPix => ({
  ...terms,
  idEnvio,
  endToEndId: newPaymentId('E', now),
  status: 'EM_PROCESSAMENTO',
  error: null,
  returns: [],
  requestedAt: now.toISOString(),
  settledAt: null,
  dueAt: new Date(now.getTime() + delayMs).toISOString(),
});

/** An account whose number ends so does not exist. */
const missingAccountEnd = '999';

/** Ends one that is under way; undefined when it has ended already. */
export const endSent = (sent: SentPix, isSettled: boolean, now: string): SentPix | undefined => {
  if (sent.status !== 'EM_PROCESSAMENTO') return undefined;
  const error = isSettled ? errorOf(sent) : { codigo: 'AB03', origem: 'SPI', motivo: 'Transação interrompida' };
  return error === null
    ? { ...sent, status: 'REALIZADO', settledAt: now, dueAt: null }
    : { ...sent, status: 'NAO_REALIZADO', error, dueAt: null };
};

const errorOf = ({ favorecido }: SentPix): SentPix['error'] =>
  'contaBanco' in favorecido && favorecido.contaBanco['conta']?.replace(/\D/g, '').endsWith(missingAccountEnd) === true
    ? { codigo: 'AC03', origem: 'PSP_RECEBEDOR', motivo: 'Número da conta do recebedor inexistente ou inválido' }
    : null;

/** Undefined where it was not carried out, or less than that much is left of it. */
export const giveBackSent = (
  sent: SentPix,
  given: { readonly amountMinor: number | undefined; readonly reason: string | null; readonly now: Date },
): SentPix | undefined => {
  const left = sent.amountMinor - returnedMinorOf(sent);
  const amountMinor = given.amountMinor ?? left;
  if (sent.status !== 'REALIZADO' || amountMinor <= 0 || amountMinor > left) return undefined;
  const rtrId = newPaymentId('D', given.now);
  const returned = { rtrId, amountMinor, reason: given.reason, returnedAt: given.now.toISOString() };
  return { ...sent, returns: [...sent.returns, returned] };
};

export const returnedMinorOf = ({ returns }: SentPix): number =>
  returns.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** In the PSP's words, as GET answers it. Returns are shown as `devolucoes`, which its documentation leaves open. */
export const toSentObject = (sent: SentPix): object => ({
  endToEndId: sent.endToEndId,
  idEnvio: sent.idEnvio,
  valor: formatMinor(sent.amountMinor),
  chave: sent.payerKey,
  status: sent.status,
  ...(sent.payerMessage === null ? {} : { infoPagador: sent.payerMessage }),
  horario: {
    solicitacao: sent.requestedAt,
    ...(sent.settledAt === null ? {} : { liquidacao: sent.settledAt }),
  },
  favorecido: describeFavorecido(sent.favorecido),
  ...(sent.error === null ? {} : { gnExtras: { erro: sent.error } }),
  ...(sent.returns.length === 0 ? {} : { devolucoes: sent.returns.map(toReturnObject) }),
});

/** A holder's document is masked in answers, as banks do. */
const describeFavorecido = (favorecido: Favorecido): object => {
  if (!('chave' in favorecido)) return favorecido;
  const { chave, cpf } = favorecido;
  const masked = cpf === undefined ? {} : { cpf: `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**` };
  return { chave, identificacao: { nome: 'Recebedor do Sandbox', ...masked } };
};

const toReturnObject = ({ rtrId, amountMinor, reason, returnedAt }: SentReturn): object => ({
  rtrId,
  valor: formatMinor(amountMinor),
  horario: { liquidacao: returnedAt },
  status: 'DEVOLVIDO',
  ...(reason === null ? {} : { motivo: reason }),
});

/** The callback that tells how it ended. */
export const toSentCallback = (sent: SentPix): object => ({
  endToEndId: sent.endToEndId,
  chave: sent.payerKey,
  tipo: 'SOLICITACAO',
  status: sent.status,
  valor: formatMinor(sent.amountMinor),
  horario: sent.settledAt,
  gnExtras: { idEnvio: sent.idEnvio, ...(sent.error === null ? {} : { erro: sent.error }) },
});

/** The callback that tells of the latest return. */
export const toReturnCallback = (sent: SentPix): object => ({
  endToEndId: sent.endToEndId,
  chave: sent.payerKey,
  tipo: 'DEVOLUCAO',
  ...sent.returns.map(toReturnObject).at(-1),
  gnExtras: { idEnvio: sent.idEnvio },
});
