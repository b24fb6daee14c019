import { param, queryText } from '../request';
import { type CieloEndpoint, notFound, paymentIdOf, refused, salesOf } from './cielo';
import { describeSale } from './describe-sale';
import { type Sale, toBrasilia } from './sale';
import { fault } from './sale-rules';

/** GET /1/sales/{PaymentId} at the query host. */
export const getSale: CieloEndpoint = async ({ sales, clock }, request) => {
  const sale = await sales.find(paymentIdOf(request));
  if (sale === undefined || !isShown(sale, clock.now())) return notFound();
  return { status: 200, body: describeSale(sale) };
};

/** GET /1/sales?merchantOrderId= at the query host: ids and times only, the time misspelt as Cielo has it. */
export const findSales: CieloEndpoint = async (cielo, request) => {
  const found = await salesOf(cielo, queryText(request, 'merchantOrderId') ?? '');
  const shown = found.filter((sale) => isShown(sale, cielo.clock.now()));
  if (shown.length === 0) return notFound();
  const payments = shown.map((sale) => ({ PaymentId: sale.paymentId, ReceveidDate: toBrasilia(sale.receivedAt) }));
  return { status: 200, body: { Payment: payments } };
};

/** Three months: older sales cannot be asked for. */
const shownMs = 92 * 86_400_000;

const isShown = ({ receivedAt }: Sale, now: Date): boolean => now.getTime() - Date.parse(receivedAt) <= shownMs;

const providers: Readonly<Record<string, string>> = { '3': 'AMEX', '5': 'MASTERCARD', '6': 'DISCOVER' };

/** GET /1/cardBin/{six or nine digits} at the query host: every digit says one thing, as in Cielo's own sandbox. */
export const getCardBin: CieloEndpoint = async (_cielo, request) => {
  const bin = param(request, 'bin');
  if (!/^(\d{6}|\d{9})$/.test(bin)) return refused(400, fault(217, 'Card bin is not valid'));
  const [brand = '', kind = '', foreign, corporate, status = '', issuer = ''] = bin;
  return {
    status: 200,
    body: {
      Status: { '2': '01', '3': '02' }[status] ?? '00',
      Provider: providers[brand] ?? 'VISA',
      CardType: { '3': 'Débito', '5': 'Crédito', '7': 'Crédito' }[kind] ?? 'Multiplo',
      ForeignCard: foreign !== '1',
      CorporateCard: corporate === '1',
      Issuer: `Banco ${issuer}`,
      IssuerCode: `00${issuer}`,
      Prepaid: kind === '7',
    },
  };
};
