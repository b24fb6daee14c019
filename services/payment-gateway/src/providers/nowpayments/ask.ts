import { anything, lenient, matcher, object, pattern, text } from '../wire/schema';
import { type NowpaymentsConfig } from '../../config';
import { type Ask, createAsk, type Protocol, type Refusal } from '../wire/ask';
import { type Exchange } from '../wire/exchange';
import { parseLossless } from './lossless-json';

export const createAskCoins = (
  exchange: Exchange,
  { baseUrl, apiKey }: Pick<NowpaymentsConfig, 'baseUrl' | 'apiKey'>,
): Ask => createAsk(exchange, { ...protocol, baseUrl, headers: { 'x-api-key': apiKey } });

/** `{"status":false,"statusCode":400,"code":"BAD_CREATE_WITHDRAWAL_REQUEST","message":"min amount is 1"}` */
const refusalIn = matcher(
  object({ code: lenient(pattern(/^[A-Z_]{1,80}$/)), message: lenient(text), current_values: anything }),
);

const protocol: Pick<Protocol, 'detailOf' | 'parse'> = {
  detailOf: (body) => refusalIn(body)?.code,
  // Numbers must stay exact, and some answers are the bare word OK.
  parse: (answer) => {
    try {
      return parseLossless(answer);
    } catch {
      return answer;
    }
  },
};

/** Enough of a provider's text for diagnosis. */
const wordsCharactersMax = 300;

export const wordsOf = ({ body, detail }: Refusal): string =>
  refusalIn(body)?.message?.slice(0, wordsCharactersMax) ?? detail;

/** It has a code of its own nowhere: the same code is used for addresses that are wrong. */
export const isShortOfCoins = (refusal: Refusal): boolean =>
  /insufficient balance/i.test(wordsOf(refusal)) || refusalIn(refusal.body)?.current_values !== undefined;
