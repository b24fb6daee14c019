import Big from 'big.js';
import { parse } from 'lossless-json';

/**
 * JSON whose numbers arrive as the text they were sent as. Coins have up to eighteen decimals, more than a JavaScript
 * number holds, and an amount of money is never compared as a float.
 */
export const parseLossless = (text: string): unknown => parse(text, undefined, plainDecimal);

/** 1.5e-7 becomes 0.00000015: one spelling for everybody who reads it. */
const plainDecimal = (token: string): string => (/e/i.test(token) ? new Big(token).toFixed() : token);
