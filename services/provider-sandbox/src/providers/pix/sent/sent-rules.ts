import { plainDocument } from '@repasse/values/check-digits/documents';
import { parseDecimal } from '@repasse/values/money';
import { type ProviderAnswer } from '../../answer';
import { fieldsOf, textIn } from '../../request';
import { isChave } from '../cob-rules';
import { type Favorecido, type SentTerms } from './sent-pix';

/** The PSP's own refusals are no problem+json: a name and a message. */
const refusals = {
  valor_invalido: { status: 400, mensagem: 'Campo valor inválido.' },
  chave_invalida: { status: 400, mensagem: 'A chave informada não existe ou é inválida.' },
  chave_nao_pertence_ao_documento: { status: 400, mensagem: 'A chave informada não pertence ao CPF/CNPJ.' },
  documento_bloqueado: { status: 400, mensagem: 'O documento informado está bloqueado.' },
  conta_invalida: { status: 400, mensagem: 'Os dados da conta do favorecido são inválidos.' },
  id_envio_invalido: { status: 400, mensagem: 'O idEnvio não respeita o formato.' },
  webhook_nao_cadastrado: { status: 400, mensagem: 'A chave pagadora não possui webhook cadastrado.' },
  id_envio_duplicado: { status: 409, mensagem: 'O idEnvio informado já foi utilizado.' },
  pagamento_negado: { status: 422, mensagem: 'O pagamento foi negado.' },
} as const;

export type SentRefusal = keyof typeof refusals;

export const refuseSent = (nome: SentRefusal): ProviderAnswer => {
  const { status, mensagem } = refusals[nome];
  return { status, body: { nome, mensagem } };
};

const messageCharactersMax = 140;
const accountFields = ['nome', 'codigoBanco', 'agencia', 'conta', 'tipoConta'] as const;
const accountTypes = ['cacc', 'svgs', 'slry', 'tran'];

/** Reads the body of PUT /gn/pix/{idEnvio}; a text is the refusal. */
export const readSentTerms = (body: unknown): SentTerms | SentRefusal => {
  const { valor, pagador, favorecido } = fieldsOf(body);
  const amountMinor = typeof valor === 'string' && /^\d+\.\d{2}$/.test(valor) ? (parseDecimal(valor, 2) ?? 0) : 0;
  if (amountMinor === 0) return 'valor_invalido';
  const { chave, infoPagador } = fieldsOf(pagador);
  const payerKey = textIn(chave);
  if (payerKey === undefined || !isChave(payerKey)) return 'chave_invalida';
  const message = textIn(infoPagador)?.slice(0, messageCharactersMax) ?? null;
  const receiver = readFavorecido(fieldsOf(favorecido));
  return typeof receiver === 'string'
    ? receiver
    : { amountMinor, payerKey, payerMessage: message, favorecido: receiver };
};

const readFavorecido = (given: Readonly<Record<string, unknown>>): Favorecido | SentRefusal => {
  const { chave, cpf, cnpj, contaBanco } = given;
  if (contaBanco !== undefined) return readAccount(fieldsOf(contaBanco));
  const key = textIn(chave);
  if (key === undefined || !isChave(key)) return 'chave_invalida';
  return { chave: key, cpf: textIn(cpf), cnpj: textIn(cnpj) };
};

const readAccount = (given: Readonly<Record<string, unknown>>): Favorecido | SentRefusal => {
  const account = Object.fromEntries(accountFields.map((name) => [name, textIn(given[name]) ?? '']));
  const [cpf, cnpj] = [textIn(given['cpf']), textIn(given['cnpj'])];
  const isComplete = accountFields.every((name) => account[name] !== '');
  const isKnown = accountTypes.includes(account['tipoConta'] ?? '') && /^\d{8}$/.test(account['codigoBanco'] ?? '');
  if (!isComplete || !isKnown || (cpf === undefined) === (cnpj === undefined)) return 'conta_invalida';
  return { contaBanco: { ...account, ...(cpf === undefined ? {} : { cpf }), ...(cnpj === undefined ? {} : { cnpj }) } };
};

/** A key as a person or a test has set it up. */
export interface KnownKey {
  readonly chave: string;
  /** False for a key that nobody has. */
  readonly exists: boolean;
  /** The holder's CPF or CNPJ; null when anybody may be. */
  readonly document: string | null;
}

/** A key that was not set up belongs to its own document, or else to whoever it is said to belong to. */
export const whyNotTheirs = (favorecido: Favorecido, known: KnownKey | undefined): SentRefusal | undefined => {
  if (!('chave' in favorecido)) return undefined;
  if (known?.exists === false) return 'chave_invalida';
  const said = favorecido.cpf ?? favorecido.cnpj;
  const holder = known?.document ?? ownDocumentOf(favorecido.chave);
  if (said === undefined || holder === null) return undefined;
  return plainDocument(said) === holder ? undefined : 'chave_nao_pertence_ao_documento';
};

const ownDocumentOf = (chave: string): string | null => (/^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(chave) ? chave : null);
