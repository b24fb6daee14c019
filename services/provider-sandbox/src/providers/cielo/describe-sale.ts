import { toBrasilia, type Sale } from './sale';

/** A sale in Cielo's form. Only the answer to the sale has a token. */
export const describeSale = (sale: Sale, cardToken?: string): object => ({
  MerchantOrderId: sale.merchantOrderId,
  Payment: {
    PaymentId: sale.paymentId,
    Amount: sale.amount,
    CreditCard: { Brand: sale.brand, ...(cardToken === undefined ? {} : { CardToken: cardToken }) },
    Status: sale.status,
    ...(sale.returnCode === '' ? {} : { ReturnCode: sale.returnCode }),
    ReceivedDate: toBrasilia(sale.receivedAt),
    ...(sale.capturedAt === null ? {} : { CapturedAmount: sale.amount, CapturedDate: toBrasilia(sale.capturedAt) }),
    ...(sale.voidedAt === null ? {} : { VoidedAmount: sale.voidedAmount, VoidedDate: toBrasilia(sale.voidedAt) }),
    ...(sale.chargebacks.length === 0 ? {} : { Chargebacks: sale.chargebacks.map(describeChargeback) }),
  },
});

const describeChargeback = (chargeback: Sale['chargebacks'][number]): object => ({
  Amount: chargeback.amount,
  CaseNumber: chargeback.caseNumber,
  Date: chargeback.date,
  ReasonCode: chargeback.reasonCode,
  ReasonMessage: chargeback.reasonMessage,
  Status: chargeback.status,
});
