import { type OfferOutcome } from '../src/providers/provider';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { acquirerMerchantId, acquirerMerchantKey, type AcquirerOperation, startAcquirer } from './support/acquirer';
import { approvedNumber, cardFacts, cardRequest, openCielo, orderOf } from './support/card-payments';
import { providerContract, type ProviderWorld, type Step } from './provider-contract';

const operations: Readonly<Record<Step, AcquirerOperation>> = {
  make: 'sell',
  inspect: 'read',
  cancel: 'void',
  refund: 'void',
};

const openWorld = async (): Promise<ProviderWorld> => {
  const acquirer = await startAcquirer();
  const { cielo, kept } = openCielo(acquirer.url);
  const { provider } = cielo;
  const { books } = acquirer;
  const charge = (facts: PaymentFacts): Promise<OfferOutcome> => provider.charge(cardRequest(facts));
  return {
    provider,
    kept,
    secrets: [
      approvedNumber,
      '987\\"',
      'Fulana',
      'FULANA',
      'fulana@',
      '12345678909',
      acquirerMerchantId,
      acquirerMerchantKey,
    ],
    newFacts: () => cardFacts(),
    // Authorised and not captured: no money has come, and the payer's limit is held.
    make: (facts) => {
      books.canCapture = false;
      books.nextSale({ status: 1, captured: 0 });
      return charge(facts);
    },
    makePaid: charge,
    trouble: (step, trouble) => acquirer.next(operations[step], trouble),
    makeStrange: async (facts) => {
      books.nextSale({ status: 77, captured: 0 });
      await charge(facts);
    },
    madeCount: (facts) => books.salesOf(orderOf(facts)).length,
    refundedMinor: ({ providerReference }) =>
      books.sales.find(({ paymentId }) => paymentId === providerReference)?.voided ?? 0,
    failNextRefund: () => books.nextVoid({ Status: 2, ReturnCode: '72', ReturnMessage: 'Saldo insuficiente' }),
    unreachable: () => {
      const { cielo: lost } = openCielo('http://127.0.0.1:1');
      return { provider: lost.provider, close: () => lost.close() };
    },
    stop: async () => {
      cielo.close();
      await acquirer.stop();
    },
  };
};

providerContract('CIELO', openWorld);
