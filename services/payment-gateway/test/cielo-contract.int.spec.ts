import { type OfferOutcome } from '../src/providers/provider';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { acquirerMerchant, type AcquirerOperation, startAcquirer, withPayment } from './support/acquirer';
import { approvedNumber, cardFacts, cardRequest, openCielo, orderOf } from './support/card-payments';
import { noon } from './support/gateway';
import { providerContract, type ProviderWorld, type Step } from './provider-contract';

const operations: Readonly<Record<Step, AcquirerOperation>> = {
  make: 'sell',
  inspect: 'read',
  cancel: 'void',
  refund: 'void',
};

const openWorld = async (): Promise<ProviderWorld> => {
  const clock = fakeClock(noon.now().toISOString());
  const acquirer = await startAcquirer(clock);
  const { cielo, kept } = openCielo(acquirer.url, clock);
  const { provider } = cielo;
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
      acquirerMerchant.merchantId,
      acquirerMerchant.merchantKey,
    ],
    newFacts: () => cardFacts(),
    // Authorised and not captured: no money has come, and the payer's limit is held.
    make: (facts) => {
      acquirer.authorizeOnly();
      const body = [{ Code: 308, Message: 'Transaction not available to capture' }];
      acquirer.always('capture', { kind: 'answer', status: 400, body, isDone: false });
      return charge(facts);
    },
    makePaid: charge,
    trouble: (step, trouble) => acquirer.next(operations[step], trouble),
    makeStrange: async (facts) => {
      await charge(facts);
      const change = withPayment({ Status: 77, CapturedAmount: undefined });
      acquirer.always('read', { kind: 'changed', change });
    },
    madeCount: async (facts) => (await acquirer.salesOf(orderOf(facts))).length,
    refundedMinor: async ({ providerReference }) =>
      (await acquirer.sales()).find(({ paymentId }) => paymentId === providerReference)?.voidedAmount ?? 0,
    // Five seconds lie between two voids of one sale.
    betweenRefunds: () => clock.advance(6_000),
    failNextRefund: () => acquirer.nextVoid({ Status: 2, ReturnCode: '72', ReturnMessage: 'Saldo insuficiente' }),
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
