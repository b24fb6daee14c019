import { randomIds } from '@repasse/chassis/ids';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { txidOf } from '../src/providers/pix/requests';
import { type OfferRequest } from '../src/providers/provider';
import { type ProviderCall } from '../src/providers/wire/raw-log';
import { bankAccount, type BankOperation, startBank } from './support/bank';
import { openPix } from './support/open-pix';
import { providerContract, type ProviderWorld, type Step } from './provider-contract';

const operations: Readonly<Record<Step, BankOperation>> = {
  make: 'put_cob',
  inspect: 'get_cob',
  cancel: 'patch_cob',
  refund: 'put_devolucao',
};

const newFacts = (): PaymentFacts => ({
  paymentId: `pay_${randomIds.ulid()}`,
  invoiceId: 50_001,
  userId: 1_001,
  chargeId: `ch_${randomIds.ulid()}`,
  attemptId: `att_${randomIds.ulid()}`,
  paymentMethod: 'PIX',
  amountMinor: 10_000,
  currency: 'BRL',
  provider: 'PIX_BCB',
  fx: null,
  installments: null,
});

const offerRequest = (facts: PaymentFacts): OfferRequest => ({
  facts,
  terms: {
    externalReference: null,
    description: 'Pedido 42',
    payerMessage: null,
    additionalInfo: [],
    statementDescriptor: null,
    redirectUrl: null,
    card: null,
    expiresAt: '2026-11-21T19:00:00.000Z',
  },
  payer: { name: 'Fulana de Tal', email: 'fulana@example.com', document: '12345678909' },
  isRepeat: false,
});

const openWorld = async (): Promise<ProviderWorld> => {
  const bank = await startBank();
  const kept: ProviderCall[] = [];
  const { provider, close } = openPix(bank.url, kept);
  return {
    provider,
    kept,
    secrets: [bankAccount.clientSecret, 'eyJ', 'Fulana', 'fulana@', '12345678909'],
    newFacts,
    make: (facts) => provider.offer(offerRequest(facts)),
    makePaid: async (facts) => {
      const made = await provider.offer(offerRequest(facts));
      await bank.pay(txidOf(facts));
      return made;
    },
    trouble: (step, trouble) => bank.next(operations[step], trouble),
    makeStrange: async (facts) => {
      await provider.offer(offerRequest(facts));
      bank.tamper((cob) => ({ ...cob, status: 'EM_ANALISE' }));
    },
    madeCount: async (facts) => ((await bank.cob(txidOf(facts))) === undefined ? 0 : 1),
    refundedMinor: async ({ providerReference }) =>
      (await bank.refundsOf(providerReference))
        .filter(({ status }) => status !== 'NAO_REALIZADO')
        .reduce((sum, { valor }) => sum + Number(valor.replace('.', '')), 0),
    failNextRefund: () => bank.refundsBecome('NAO_REALIZADO'),
    unreachable: () => openPix('http://127.0.0.1:1', []),
    stop: async () => {
      close();
      await bank.stop();
    },
  };
};

providerContract('PIX_BCB', openWorld);
