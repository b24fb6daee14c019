import { lenient, matcher, object, text } from '../../wire/schema';

/** The sender's own refusals are no problem+json: a name and a message, which may quote the receiver's key. */
const refusalIn = matcher(object({ nome: lenient(text) }));

export const refusalName = (body: unknown): string => {
  const name = refusalIn(body)?.nome ?? '';
  return /^[a-z_]{1,60}$/.test(name) ? name : 'unknown';
};

/** In our words, because theirs may hold personal data. */
const refusals: Readonly<Record<string, string>> = {
  documento_bloqueado: "The receiver's document is blocked.",
  chave_invalida: 'There is no such PIX key.',
  chave_nao_pertence_ao_documento: 'The PIX key is of another holder.',
  conta_invalida: "The receiver's account is not valid.",
  valor_invalido: 'The amount is not valid.',
  pagamento_negado: 'The bank denied the payment.',
};

export const refusalText = (name: string): string => refusals[name] ?? `The bank refused it (${name}).`;

/** ISO 20022, as banks give the reason of a payment that was not carried out. */
const reasons: Readonly<Record<string, string>> = {
  AB03: 'it took too long',
  AC03: 'the account does not exist',
  AC06: 'the account is blocked',
  AC07: 'the account is closed',
  AC14: 'the kind of account is wrong',
  AM02: 'the amount is more than the account may receive',
  BE01: 'the holder is another',
  BE17: 'the key could not be resolved',
};

export const whyNotCarriedOut = (code: string | undefined): string => {
  if (code === undefined || !/^[A-Z]{2}\d{2}$/.test(code)) return 'The bank did not carry it out.';
  const reason = reasons[code];
  return `The receiver's bank refused it (${code}${reason === undefined ? '' : `: ${reason}`}).`;
};
