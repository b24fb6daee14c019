import { createLogger } from '@repasse/chassis/log/logger';
import { randomIds } from '@repasse/chassis/ids';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { createPix } from '../src/providers/pix/create-pix';
import { txidOf } from '../src/providers/pix/requests';
import { type OfferRequest } from '../src/providers/provider';
import { type ProviderCall } from '../src/providers/wire/raw-log';
import { bankAccount, type BankOperation, startBank } from './support/bank';
import { noon, quickTimings, guardTimings } from './support/gateway';
import { providerContract, type ProviderWorld, type Step } from './provider-contract';

const operations: Readonly<Record<Step, BankOperation>> = {
  make: 'put_cob',
  inspect: 'get_cob',
  cancel: 'patch_cob',
  refund: 'put_devolucao',
};

const openPix = (bankUrl: string, kept: ProviderCall[]): ReturnType<typeof createPix> =>
  createPix({
    config: {
      baseUrl: bankUrl,
      tokenUrl: undefined,
      tokenFormat: 'form',
      tokenScope: undefined,
      clientId: bankAccount.clientId,
      clientSecret: bankAccount.clientSecret,
      key: bankAccount.chave,
      receiverName: 'Repasse Demonstracao',
      receiverCity: 'Sao Paulo',
      callbackUrl: 'http://127.0.0.1:1/callbacks/pix/token',
      callbackTokens: ['token'],
      payouts: 'off',
      payoutsAtOnce: 1,
      fundingIntervalMs: 300_000,
      tlsCertFile: undefined,
      tlsKeyFile: undefined,
      tlsCaFile: undefined,
    },
    keep: (call) => void kept.push(call),
    clock: noon,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: quickTimings,
    guardTimings,
  });

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
