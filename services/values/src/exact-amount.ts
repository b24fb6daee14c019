import { amountMinorMax } from './money';

/**
 * A number of a JSON body in minor units, read from its digits: as a JavaScript number, 10.005 and 0.1 + 0.2 are
 * inexact. The body is valid JSON and `field` one of its own members. Undefined when it is no number, finer than
 * `exponent` decimals, not above zero, or too large.
 */
export const exactAmountOf = (rawBody: Buffer, field: string, exponent: number): number | undefined => {
  const literal = literalOf(rawBody.toString('utf8'), field);
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal ?? '');
  if (match === null) return undefined;
  const [, whole = '', fraction = '', power = '0'] = match;
  return minorOf(whole + fraction, fraction.length - Number(power) - exponent);
};

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The text behind `"field":` at the top of the body. Of two the last counts, as in JSON.parse. */
const literalOf = (json: string, field: string): string | undefined => {
  let depth = 0;
  let previous = '';
  let isNamed = false;
  let literal: string | undefined;
  for (const [token] of json.matchAll(tokens)) {
    if (isNamed) literal = token;
    isNamed = token === ':' && depth === 1 && JSON.parse(previous) === field;
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    previous = token;
  }
  return literal;
};

/** The digits, once `decimals` of them (or as many zeros, when it is below zero) have moved behind the point. */
const minorOf = (written: string, decimals: number): number | undefined => {
  const digits = written.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  // Zeros behind the point say nothing; anything else there is finer than the currency.
  const zeros = digits.length - significant.length - decimals;
  if (significant === '' || zeros < 0 || significant.length + zeros > String(amountMinorMax).length) return undefined;
  return Number(significant + '0'.repeat(zeros));
};
