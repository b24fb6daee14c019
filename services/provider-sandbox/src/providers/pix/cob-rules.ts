import { fieldsOf, isObject } from '../request';
import { type CobTerms } from './cob';
import { type Violation } from './problem';

const expiracaoSecondsDefault = 86_400;
/** The field is an int32 in the standard. */
const expiracaoSecondsMax = 2_147_483_647;
const valorPattern = /^\d{1,10}\.\d{2}$/;
const infoAdicionaisMax = 50;

/** CPF, CNPJ (alphanumeric since 2.9.0), phone, random key; and an e-mail address, in lower case. */
const chavePatterns = [
  /^\d{11}$/,
  /^[0-9A-Z]{12}\d{2}$/,
  /^\+[1-9]\d{1,14}$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/,
];
const chaveCharactersMax = 77;

export const isTxid = (text: string): boolean => /^[a-zA-Z0-9]{26,35}$/.test(text);

export const isChave = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= chaveCharactersMax && chavePatterns.some((form) => form.test(value));

type TermsReading = { readonly terms: CobTerms } | { readonly violations: readonly Violation[] };

/** Reads the body of PUT or PATCH /cob/{txid}. With `current` (a revision) what is absent stays as it is. */
export const readTerms = (body: unknown, current?: CobTerms): TermsReading => {
  const given = fieldsOf(body);
  const terms = {
    ...current,
    ...only(given, ['chave', 'devedor', 'solicitacaoPagador', 'infoAdicionais']),
    ...nested(given, current),
  };
  const violations = Object.values(rules).flatMap((rule) => rule(terms));
  return violations.length > 0 ? { violations } : { terms: terms as CobTerms };
};

/** Of calendario and valor only the member that is known; an empty one means it unchanged. */
const nested = ({ calendario, valor }: Readonly<Record<string, unknown>>, current?: CobTerms): object => {
  const byDefault = current?.calendario.expiracao ?? expiracaoSecondsDefault;
  return {
    ...(isObject(calendario) && { calendario: { expiracao: calendario['expiracao'] ?? byDefault } }),
    ...(isObject(valor) && { valor: { original: valor['original'] ?? current?.valor.original } }),
  };
};

const only = (from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

type Rule = (terms: Record<string, unknown>) => Violation[];

const rules: Record<string, Rule> = {
  calendario: ({ calendario }) => {
    if (!isObject(calendario)) return [broken('O objeto cob.calendario não respeita o schema.', 'cob.calendario')];
    const expiracao = calendario['expiracao'];
    if (!Number.isInteger(expiracao) || Number(expiracao) > expiracaoSecondsMax)
      return [broken('O campo cob.calendario.expiracao não respeita o schema.', 'cob.calendario.expiracao', expiracao)];
    if (Number(expiracao) > 0) return [];
    return [
      broken('O campo cob.calendario.expiracao é igual ou menor que zero.', 'cob.calendario.expiracao', expiracao),
    ];
  },
  valor: ({ valor }) => {
    const original = isObject(valor) ? valor['original'] : undefined;
    if (typeof original !== 'string' || !valorPattern.test(original))
      return [broken('O campo cob.valor.original não respeita o schema.', 'cob.valor.original', original)];
    if (/^0+\.00$/.test(original))
      return [broken('O campo cob.valor.original é zero.', 'cob.valor.original', original)];
    return [];
  },
  chave: ({ chave }) =>
    isChave(chave) ? [] : [broken('O campo cob.chave não respeita o schema.', 'cob.chave', chave)],
  devedor: ({ devedor }) =>
    devedor === undefined || isDevedor(devedor)
      ? []
      : [broken('O objeto cob.devedor não respeita o schema.', 'cob.devedor')],
  solicitacaoPagador: ({ solicitacaoPagador: message }) =>
    message === undefined || isText(message, 140)
      ? []
      : [broken('O campo solicitacaoPagador não respeita o schema.', 'cob.solicitacaoPagador')],
  infoAdicionais: ({ infoAdicionais: items }) =>
    items === undefined || (Array.isArray(items) && items.length <= infoAdicionaisMax && items.every(isInfoAdicional))
      ? []
      : [broken('O objeto infoAdicionais não respeita o schema.', 'cob.infoAdicionais')],
};

/** A CPF or a CNPJ, never both, and a name. */
const isDevedor = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { cpf, cnpj, nome } = value;
  if ((cpf === undefined) === (cnpj === undefined) || !isText(nome, 200)) return false;
  return cpf === undefined
    ? typeof cnpj === 'string' && /^[0-9A-Z]{14}$/.test(cnpj)
    : typeof cpf === 'string' && /^\d{11}$/.test(cpf);
};

const isInfoAdicional = (value: unknown): boolean =>
  isObject(value) && isText(value['nome'], 50) && isText(value['valor'], 200);

const isText = (value: unknown, charactersMax: number): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= charactersMax;

const broken = (razao: string, propriedade: string, value?: unknown): Violation => ({
  razao,
  propriedade,
  ...(value === undefined ? {} : { valor: JSON.stringify(value).slice(0, 200) }),
});
