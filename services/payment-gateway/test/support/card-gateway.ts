import { randomBytes } from 'node:crypto';
import { systemClock } from '@repasse/chassis/clock';
import { type TestEnv } from '@repasse/chassis/testing/running-program';
import { type Overrides } from '../../src/main';
import { type Acquirer, acquirerEnv, startAcquirer } from './acquirer';
import { type Bank, startBank } from './bank';
import { approvedNumber } from './card-payments';
import { type Answer, fromInside, type Gateway, newRequest, startGateway, guardTimings } from './gateway';

export interface CardGateway {
  readonly gateway: Gateway;
  readonly acquirer: Acquirer;
  readonly bank: Bank;
  /** Asks for a payment by card; the same paymentId again is the same payment. */
  payByCard(o?: { number?: string; paymentId?: string; body?: Record<string, unknown> }): Promise<CardAnswer>;
  /** The acquirer posts. */
  notify(body: object, token?: string): Promise<Answer>;
  readonly stop: () => Promise<void>;
}

export interface CardAnswer extends Answer {
  readonly paymentId: string;
  readonly sent: Record<string, unknown>;
}

const notificationToken = 'a-notification-token-for-tests';
export const securityCode = '987';

/** A gateway with a card acquirer. */
export const startCardGateway = async (overrides: Overrides = {}, more: TestEnv = {}): Promise<CardGateway> => {
  const [bank, acquirer] = await Promise.all([startBank(), startAcquirer(overrides.clock ?? systemClock)]);
  const gateway = await startGateway(bank, { guardTimings, ...overrides }, { ...envOf(acquirer), ...more });

  return {
    gateway,
    acquirer,
    bank,
    payByCard: async ({ number = approvedNumber, body = newRequest().body, ...other } = {}) => {
      const sent: Record<string, unknown> & { paymentId?: string } = {
        ...body,
        ...other,
        installments: 2,
        card: cardBody(number),
        payer: payerBody,
      };
      const answer = await gateway.call('POST', '/internal/card-payments', { body: sent, headers: fromInside });
      return { ...answer, paymentId: sent.paymentId ?? '', sent };
    },
    notify: (body, token = notificationToken) => gateway.call('POST', `/callbacks/cielo/${token}`, { body }),
    stop: async () => {
      await gateway.stop();
      await Promise.all([bank.stop(), acquirer.stop()]);
    },
  };
};

export const cardBody = (number: string): object => ({
  number,
  holderName: 'Fulana de Tal',
  expirationMonth: 12,
  expirationYear: 2035,
  securityCode,
});

const payerBody = { name: 'Fulana de Tal', email: 'fulana@example.com', document: '12345678909' };

const envOf = (acquirer: Acquirer): TestEnv => ({
  ...acquirerEnv(acquirer),
  CIELO_NOTIFICATION_TOKENS: notificationToken,
  CIELO_SOFT_DESCRIPTOR: 'REPASSE',
  KEY_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
});
