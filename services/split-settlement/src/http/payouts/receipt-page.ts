import { createHash } from 'node:crypto';
import { type Receipt } from './receipt';

type Language = 'pt-BR' | 'en';

const texts = {
  'pt-BR': {
    ...{ title: 'Comprovante de pagamento', amount: 'Valor', returned: 'Valor devolvido', rail: 'Forma' },
    ...{ destination: 'Destino', endToEndId: 'ID fim a fim do PIX', payer: 'Pagador', paidAt: 'Pago em (Brasília)' },
    ...{ transactionHash: 'Transação na rede', withdrawalId: 'Saque', authentication: 'Autenticação' },
  },
  en: {
    ...{ title: 'Payment receipt', amount: 'Amount', returned: 'Returned amount', rail: 'Method' },
    ...{ destination: 'Destination', endToEndId: 'PIX end-to-end id', payer: 'Payer', paidAt: 'Paid at (Brasília)' },
    ...{ transactionHash: 'Transaction', withdrawalId: 'Withdrawal', authentication: 'Authentication' },
  },
} as const;

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:40rem;padding:0 1rem;color:#111}
h1{font-size:1.4rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.5rem 1.5rem}dt{color:#555}
dd{margin:0;overflow-wrap:anywhere}@media print{body{margin:0;max-width:none}}`;

const styleDigest = createHash('sha256').update(style).digest('base64');

/** No script, nothing from elsewhere, no frame around it: the page shows and is printed. */
export const receiptHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** A page for people to print. */
export const receiptPage = (receipt: Receipt, authentication: string | null, language: Language): string => {
  const words = texts[language];
  const rows = rowsOf(receipt, authentication, language)
    .map(([name, value]) => `<dt>${words[name]}</dt><dd>${escaped(value)}</dd>`)
    .join('\n');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.title}</title><style>${style}</style></head>
<body><main><h1>${words.title}</h1>
<dl>
${rows}
</dl></main></body></html>
`;
};

type Name = Exclude<keyof (typeof texts)['en'], 'title'>;

const rowsOf = (receipt: Receipt, authentication: string | null, language: Language): readonly [Name, string][] => {
  const rows: readonly [Name, string | null][] = [
    ['amount', moneyOf(receipt.amount, receipt.currency, language)],
    [
      'returned',
      receipt.returnedAmount === '0.00' ? null : moneyOf(receipt.returnedAmount, receipt.currency, language),
    ],
    ['rail', receipt.rail],
    ['destination', receipt.destination],
    ['endToEndId', receipt.endToEndId],
    ['transactionHash', receipt.transactionHash],
    ['payer', receipt.payer],
    ['paidAt', timeOf(receipt.paidAtBrasilia, language)],
    ['withdrawalId', receipt.withdrawalId],
    ['authentication', authentication],
  ];
  return rows.flatMap(([name, value]): [Name, string][] => (value === null ? [] : [[name, value]]));
};

/** Exact: the digits are kept as they are. */
const moneyOf = (amount: string, currency: string, language: Language): string => {
  const [whole = '', cents = ''] = amount.split('.');
  const [group, point] = language === 'pt-BR' ? ['.', ','] : [',', '.'];
  return `${currency} ${whole.replaceAll(/\B(?=(\d{3})+$)/g, group)}${point}${cents}`;
};

const timeOf = (time: string, language: Language): string => {
  const [year, month, day] = time.slice(0, 10).split('-');
  const date = language === 'pt-BR' ? `${day}/${month}/${year}` : time.slice(0, 10);
  return `${date} ${time.slice(11, 19)}`;
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
