import { authenticationOf, type Receipt } from './receipt';
import { receiptHeaders, receiptPage } from './receipt-page';

const receipt: Receipt = {
  ...{ withdrawalId: 'wd_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', amount: '1234567.89', returnedAmount: '0.00', currency: 'BRL' },
  ...{ rail: 'PIX', destination: 'PIX CPF ***.456.789-**', endToEndId: 'E09089356202611262100abcdefghijk' },
  transactionHash: null,
  ...{
    payer: 'Feira & <b>Cia</b>',
    paidAt: '2026-11-26T21:00:05.000Z',
    paidAtBrasilia: '2026-11-26T18:00:05.000-03:00',
  },
};
const secret = 'a-secret-of-receipts-for-tests-only';

describe('the authentication of a receipt', () => {
  const code = authenticationOf(receipt, secret);

  it('is the same whenever it is read, also after money came back', () => {
    expect(code).toMatch(/^([0-9A-F]{4}-){7}[0-9A-F]{4}$/);
    expect(authenticationOf({ ...receipt, returnedAmount: '1.00', payer: 'Feira' }, secret)).toBe(code);
  });

  it.each<Partial<Receipt>>([
    { withdrawalId: 'wd_01KAJ2F3V4N7Q0S6T3W9X5Y1Z3' },
    { amount: '1234567.88' },
    { destination: 'PIX CPF ***.456.780-**' },
    { endToEndId: null },
    { transactionHash: '0x9f' },
    { paidAt: '2026-11-26T21:00:06.000Z' },
  ])('is another one with %o', (change) => {
    expect(authenticationOf({ ...receipt, ...change }, secret)).not.toBe(code);
  });

  it('is another one with another secret', () => {
    expect(authenticationOf(receipt, `${secret}!`)).not.toBe(code);
  });
});

describe('the page of a receipt', () => {
  it('is written as Brazil writes', () => {
    const page = receiptPage(receipt, 'AAAA-BBBB', 'pt-BR');

    expect(page).toContain('<html lang="pt-BR">');
    for (const text of ['BRL 1.234.567,89', '26/11/2026 18:00:05', 'AAAA-BBBB']) expect(page).toContain(text);
    expect(page).not.toContain('Valor devolvido');
  });

  it('says what came back, and lets no text be markup', () => {
    const page = receiptPage({ ...receipt, returnedAmount: '1000.00' }, null, 'en');

    for (const text of ['Returned amount', 'BRL 1,000.00', '2026-11-26 18:00:05']) expect(page).toContain(text);
    expect(page).toContain('Feira &amp; &lt;b&gt;Cia&lt;/b&gt;');
    expect(page).not.toContain('Authentication');
  });

  it('runs nothing and loads nothing', () => {
    expect(receiptHeaders['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(receiptPage(receipt, null, 'en')).not.toMatch(/<script|https?:/);
  });
});
