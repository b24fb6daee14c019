import { currencyName, moneyText, rateText } from './money-text';

/** Intl puts a space between sign and amount that does not break. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('money as a payer reads it', () => {
  it.each([
    ['0.01', 'BRL', 'pt', 'R$ 0,01'],
    ['1234.50', 'BRL', 'pt', 'R$ 1.234,50'],
    ['1234.50', 'BRL', 'en', 'R$1,234.50'],
    ['9999999999.99', 'BRL', 'pt', 'R$ 9.999.999.999,99'],
    ['19.90', 'USD', 'pt', 'US$ 19,90'],
    ['19.90', 'USD', 'en', '$19.90'],
    ['2950', 'JPY', 'en', '¥2,950'],
    ['6.125', 'KWD', 'en', 'KWD 6.125'],
  ] as const)('%s %s in %s is %s', (amount, currency, locale, text) => {
    expect(plain(moneyText(amount, currency, locale))).toBe(text);
  });

  it('keeps every digit of an amount no float can hold', () => {
    expect(plain(moneyText('900719925474099.37', 'BRL', 'pt'))).toBe('R$ 900.719.925.474.099,37');
  });

  it('is never made of what is no amount', () => {
    expect(() => moneyText('1e3', 'BRL', 'pt')).toThrow('decimal digits');
  });

  it('shows of a rate what a payer can compare', () => {
    expect(plain(rateText('0.03502', 'BRL', 'pt'))).toBe('R$ 0,0350');
    expect(plain(rateText('5.27', 'BRL', 'en'))).toBe('R$5.2700');
  });

  it('names a currency', () => {
    expect([currencyName('USD', 'pt'), currencyName('USD', 'en')]).toEqual(['Dólar americano', 'US Dollar']);
  });
});
