import { parseLossless } from './lossless-json';

/** More of what a provider says than anybody reads. */
const wordsCharactersMax = 300;

interface Refusal {
  readonly detail: string;
  readonly text: string;
}

/** `{"status":false,"statusCode":400,"code":"BAD_CREATE_WITHDRAWAL_REQUEST","message":"min amount is 1"}` */
export const wordsOf = (refusal: Refusal): string => {
  const message = fieldsOf(refusal)['message'];
  return typeof message === 'string' && message !== '' ? message.slice(0, wordsCharactersMax) : refusal.detail;
};

/** It has a code of its own nowhere: the same code is used for addresses that are wrong. */
export const isShortOfCoins = (refusal: Refusal): boolean =>
  /insufficient balance/i.test(wordsOf(refusal)) || 'current_values' in fieldsOf(refusal);

const fieldsOf = ({ text }: Refusal): Record<string, unknown> => {
  try {
    const body = parseLossless(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
};
