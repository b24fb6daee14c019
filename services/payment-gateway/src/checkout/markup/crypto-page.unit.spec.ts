import { lookOf } from '@repasse/checkout-kit/markup/look';
import { type Merchant } from '@repasse/checkout-kit/markup/merchant';
import { type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { type CoinTransfer, type CryptoCheckoutState } from '../both-sides/crypto-checkout-state';
import { cryptoPage } from './crypto-page';

const transfer: CoinTransfer = {
  ...{ network: 'bsc', payAddress: '0x9f2eA4c1', memo: null, payAmount: '40.01', receivedPayAmount: null },
  ...{ duePayAmount: '40.01', qrCodeBase64: 'cXI=' },
};
const offered: CryptoCheckoutState = {
  ...{ paymentId: 'pay_1', invoiceId: '100001', status: 'PENDING', amount: '400.00', currency: 'BRL' },
  ...{ paidAmount: null, description: null, externalReference: 'order-42', receiverName: 'Loja da Ana' },
  ...{ payCurrency: 'USDTBSC', expiresAt: '2026-11-21T12:20:00.000Z', now: '2026-11-21T12:00:00.000Z' },
  ...{ redirectUrl: null, paidAt: null, transfer },
};

const page = (
  state: Partial<CryptoCheckoutState> = {},
  locale: Locale = 'pt',
  merchant: Merchant | null = null,
): string =>
  cryptoPage(
    { state: { ...offered, ...state }, merchant },
    {
      look: lookOf(locale),
      assets: { style: '/style.css', script: '/script.js' },
      languageLinks: { pt: '?lang=pt', en: '?lang=en' },
      isLinkExpired: false,
      isTest: false,
    },
  );

/** The page as a reader sees it, without the state for the script. */
const textOf = (html: string): string => html.replace(/data-state="[^"]*"/, '').replace(/\s+/g, ' ');
const viewOf = (html: string): string | undefined => /data-view="(\w+)"/.exec(html)?.[1];

it.each([
  ['pt', 'R$\u00a0400,00', 'Pagar com USDT', 'Rede: BNB Smart Chain (BEP20)', 'Referência: order-42'],
  ['en', 'R$400.00', 'Pay with USDT', 'Network: BNB Smart Chain (BEP20)', 'Reference: order-42'],
] as const)('shows price, coin, network, amount and address in %s', (locale, price, heading, network, whatFor) => {
  const text = textOf(page({}, locale));

  expect(text).toContain(`<h1 aria-describedby="amount-label">${price.replace('\u00a0', ' ')}</h1>`);
  for (const part of [heading, network, whatFor, 'Loja da Ana', 'value="40.01"', '0x9f2eA4c1</textarea>']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('src="data:image/png;base64,cXI="');
});

it('has the texts to copy before the code, which nobody can scan on the phone that shows it', () => {
  const text = page();
  const [amount, address, code] = ['coin-amount-copy', 'coin-address-copy', 'id="coin-qr"'].map((each) =>
    text.indexOf(each),
  );
  expect([amount, address, code]).toEqual([amount, address, code].sort((a = 0, b = 0) => a - b));
  expect(amount).toBeGreaterThan(0);
});

it('warns of what is lost, on the network it is on', () => {
  expect(textOf(page())).toContain('Envie somente USDT e só pela rede BNB Smart Chain (BEP20).');
  expect(textOf(page({ transfer: { ...transfer, network: null } }))).toContain(
    'Envie somente USDT. Qualquer outra moeda se perde.',
  );
});

it('asks for the memo where there is one, and only there', () => {
  expect(page()).toMatch(/id="coin-memo-part" hidden/);
  const withMemo = page({ payCurrency: 'XRP', transfer: { ...transfer, network: 'xrp', memo: '1234567' } });
  expect(withMemo).not.toMatch(/id="coin-memo-part" hidden/);
  expect(withMemo).toContain('value="1234567"');
  expect(withMemo).toContain('sem ele as moedas se perdem');
});

it('says what has come and what is left to send', () => {
  const part = { ...transfer, receivedPayAmount: '20', duePayAmount: '20.01' };
  expect(textOf(page({ transfer: part }))).toContain(
    'Recebemos 20 USDT. Falta enviar 20.01 USDT para o mesmo endereço.',
  );
  expect(textOf(page({ transfer: part }, 'en'))).toContain(
    'We received 20 USDT. 20.01 USDT is left to send to the same address.',
  );
  expect(page()).toMatch(/id="remainder" tabindex="-1" hidden/);
});

it('waits for the address while the provider is silent', () => {
  const text = page({ transfer: null });
  expect(text).toContain('data-standing="pending"');
  expect(text).toContain('Estamos preparando o endereço.');
});

it.each([
  ['PENDING', offered.now, 'pay'],
  ['PENDING', offered.expiresAt, 'ended'],
  ['PROCESSING', offered.expiresAt, 'processing'],
  ['PAID', offered.now, 'paid'],
  ['REFUNDED', offered.now, 'paid'],
  ['EXPIRED', offered.now, 'ended'],
  ['CANCELED', offered.now, 'ended'],
  ['FAILED', offered.now, 'ended'],
] as const)('of a payment that is %s at %s shows the view %s', (status, now, view) => {
  expect(viewOf(page({ status, now }))).toBe(view);
});

it('tells of coins and not of cards when it waits and when it ends', () => {
  const text = textOf(page({ status: 'PROCESSING' }, 'en'));
  expect(text).toContain('The network still has to confirm it.');
  expect(text).toContain('Send nothing more to the address.');
  expect(text).not.toContain('The bank has not answered yet');
});

it('says until when it is valid to whoever has no script', () => {
  expect(textOf(page())).toContain('O valor e o endereço valem até 21/11/2026, 09:20, horário de Brasília.');
});

it('writes what a merchant said as text, whatever it is', () => {
  const text = page({ description: '</main><script>alert(1)</script>' });
  expect(text).toContain('&lt;/main&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain('Referência');
});

describe('of a merchant who said who they are', () => {
  const merchant: Merchant = {
    ...{ displayName: 'Padaria "São João"', logoPath: '/merchants/logos/0a' },
    ...{ supportEmail: 'a?b@padaria.example', supportUrl: 'https://padaria.example/ajuda' },
  };

  it('shows name, logo and whom to ask, instead of the receiver', () => {
    const text = textOf(page({}, 'en', merchant));
    expect(text).toContain('<p class="merchant-name">Padaria &quot;São João&quot;</p>');
    expect(text).toContain('src="/merchants/logos/0a" alt="Logo of Padaria &quot;São João&quot;"');
    expect(text).toContain('Questions about this payment? Ask Padaria &quot;São João&quot;:');
    expect(text).toContain('<a href="mailto:a%3Fb@padaria.example">a?b@padaria.example</a>');
    expect(text).toContain('<a href="https://padaria.example/ajuda" target="_blank" rel="noopener noreferrer">');
    expect(text).not.toContain('Loja da Ana');
  });

  it('shows the name alone where that is all', () => {
    const text = page({}, 'pt', { ...merchant, logoPath: null, supportEmail: null, supportUrl: null });
    expect(text).toContain('merchant-name');
    expect(text).not.toMatch(/class="(logo|support)"/);
  });

  it('shows nothing of it where there is nothing', () => {
    expect(page()).not.toMatch(/class="(merchant|merchant-name|logo|support)"/);
    expect(textOf(page())).toContain('Quem recebe: <b>Loja da Ana</b>');
  });
});
