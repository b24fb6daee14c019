import { refused, type CieloEndpoint } from './cielo';
import { fault } from './sale-rules';

const providers: Readonly<Record<string, string>> = { '3': 'AMEX', '5': 'MASTERCARD', '6': 'DISCOVER' };

/** GET /1/cardBin/{six or nine digits} at the query host: every digit says one thing, as in Cielo's own sandbox. */
export const getCardBin: CieloEndpoint = async (_cielo, request) => {
  const { bin } = request.params;
  if (typeof bin !== 'string' || !/^(\d{6}|\d{9})$/.test(bin)) return refused(400, fault(217, 'Card bin is not valid'));
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
