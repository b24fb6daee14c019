import { saleStatus, toBrasilia, type Sale } from './sale';

/** A sale in Cielo's form: the echo of the request, and its outcome. Only the answer to the sale has a token. */
export const describeSale = (sale: Sale, cardToken?: string): object => {
  const { terms, card } = sale;
  return {
    MerchantOrderId: sale.merchantOrderId,
    AcquirerOrderId: sale.merchantOrderId,
    Customer: sale.customer,
    Payment: {
      ServiceTaxAmount: 0,
      Installments: terms.installments,
      Interest: terms.interest,
      Capture: terms.capture,
      Authenticate: false,
      CreditCard: {
        CardNumber: card.number,
        Holder: card.holder,
        ExpirationDate: card.expirationDate,
        SaveCard: cardToken !== undefined,
        ...(cardToken === undefined ? {} : { CardToken: cardToken }),
        Brand: card.brand,
      },
      ...describeOutcome(sale),
      ...(terms.softDescriptor === null ? {} : { SoftDescriptor: terms.softDescriptor }),
      Provider: 'Simulado',
      PaymentId: sale.paymentId,
      Type: 'CreditCard',
      Amount: terms.amount,
      Currency: terms.currency,
      Country: terms.country,
      ReceivedDate: toBrasilia(sale.receivedAt),
      ...describeMoney(sale),
      Links: linksOf(sale),
    },
  };
};

/** The fields that answers to captures and voids have too. */
export const describeOutcome = (sale: Sale): object => ({
  Status: sale.status,
  Tid: sale.tid,
  ProofOfSale: sale.proofOfSale,
  ...(sale.authorizationCode === null ? {} : { AuthorizationCode: sale.authorizationCode }),
  ...(sale.returnCode === '' ? {} : { ReturnCode: sale.returnCode, ReturnMessage: sale.returnMessage }),
});

const describeMoney = ({ capturedAmount, capturedAt, voidedAmount, voidedAt, chargebacks }: Sale): object => ({
  ...(capturedAt === null ? {} : { CapturedAmount: capturedAmount, CapturedDate: toBrasilia(capturedAt) }),
  ...(voidedAt === null ? {} : { VoidedAmount: voidedAmount, VoidedDate: toBrasilia(voidedAt) }),
  ...(chargebacks.length === 0
    ? {}
    : {
        Chargebacks: chargebacks.map(({ amount, caseNumber, date, reasonCode, reasonMessage, status }) => ({
          Amount: amount,
          CaseNumber: caseNumber,
          Date: date,
          ReasonCode: reasonCode,
          ReasonMessage: reasonMessage,
          Status: status,
          RawData: reasonMessage,
        })),
      }),
});

/** Links to the real sandbox, for the form only. */
const queryUrl = 'https://apiquerysandbox.cieloecommerce.cielo.com.br/1/sales';
const saleUrl = 'https://apisandbox.cieloecommerce.cielo.com.br/1/sales';

export const linksOf = ({ paymentId, status }: Sale): object[] => [
  { Method: 'GET', Rel: 'self', Href: `${queryUrl}/${paymentId}` },
  ...(status === saleStatus.authorized
    ? [{ Method: 'PUT', Rel: 'capture', Href: `${saleUrl}/${paymentId}/capture` }]
    : []),
  ...(status === saleStatus.authorized || status === saleStatus.confirmed
    ? [{ Method: 'PUT', Rel: 'void', Href: `${saleUrl}/${paymentId}/void` }]
    : []),
];
