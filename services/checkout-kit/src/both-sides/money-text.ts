import { languageTagOf, type Locale } from './locale.ts';

const decimalForm = /^\d{1,15}(\.\d{1,12})?$/;

/**
 * `1234.50` as the payer writes money: R$ 1.234,50. Intl is given the text and not a number, so no digit passes through
 * a float; the currency decides how many decimals there are.
 */
export const moneyText = (amount: string, currency: string, locale: Locale): string => {
  if (!isDecimal(amount)) throw new Error('An amount must be decimal digits.');
  return new Intl.NumberFormat(languageTagOf(locale), { style: 'currency', currency }).format(amount);
};

/** A rate has digits that an amount has not: what a yen costs in BRL begins in the second decimal. */
export const rateText = (rate: string, currency: string, locale: Locale): string => {
  if (!isDecimal(rate)) throw new Error('A rate must be decimal digits.');
  const digits = { minimumFractionDigits: 4, maximumFractionDigits: 4 };
  return new Intl.NumberFormat(languageTagOf(locale), { style: 'currency', currency, ...digits }).format(rate);
};

/** The name a payer looks for in a list: "dólar americano", "US dollar". */
export const currencyName = (currency: string, locale: Locale): string =>
  new Intl.DisplayNames(languageTagOf(locale), { type: 'currency' }).of(currency) ?? currency;

const isDecimal = (text: string): text is `${number}` => decimalForm.test(text);
