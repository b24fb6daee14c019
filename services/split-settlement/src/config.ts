import { integer, oneOf, readConfig, url, type Env } from '@repasse/chassis/config/config';
import { busSettings, serviceConfig } from '@repasse/chassis/config/service-config';
import { logLevels } from '@repasse/chassis/log/logger';
import { type ReleaseSchedule } from './domain/release';

/** A schedule further out than this is a slip of the keyboard: money would lie still for more than a year. */
const daysMax = 400;

const days = (name: string, fallback: number) => integer(name, { default: fallback, min: 0, max: daysMax });

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  serviceConfig(
    env,
    {
      release: {
        pixDays: days('RELEASE_PIX_DAYS', 0),
        cardFirstDays: days('RELEASE_CARD_FIRST_DAYS', 30),
        cardInstallmentDays: days('RELEASE_CARD_INSTALLMENT_DAYS', 30),
        internationalDays: days('RELEASE_INTERNATIONAL_DAYS', 7),
        // Card schemes let a payer dispute for 120 days.
        reserveDays: days('RELEASE_RESERVE_DAYS', 120),
      },
      sharesForRecipients: oneOf('SHARES_FOR_RECIPIENTS', ['own', 'all'], { default: 'own' }),
      // The platform's fee on a payment in coins: 1.5 %.
      coinFeeBps: integer('COIN_FEE_BPS', { default: 150, min: 0, max: 10_000 }),
      // 10.00 BRL: the fees of network and provider for sending coins are of that order, and would use up less.
      withdrawalAmountMinorMin: integer('WITHDRAWAL_AMOUNT_MIN_MINOR', { default: 1_000, min: 1, max: 100_000_000 }),
      // The debt that a merchant's own refunds may leave, beside the fees of the refunded sales. 0: none.
      refundDebtMinorMax: integer('REFUND_DEBT_MAX_MINOR', { default: 0, min: 0, max: 1_000_000_000 }),
      // A check reads every posting, so not often; an alarm within minutes is soon enough for books that cannot change.
      ledgerCheckIntervalMs: integer('LEDGER_CHECK_INTERVAL_MS', { default: 300_000, min: 100, max: 86_400_000 }),
    },
    { portDefault: 8083 },
  );

export type Config = ReturnType<typeof loadConfig>;

/** A trial balance reads the books and the bus, and nothing else. */
export const loadTrialBalanceConfig = (env: Env = process.env) =>
  readConfig(env, {
    postgresUrl: url('POSTGRES_URL', { protocols: ['postgres', 'postgresql'] }),
    bus: busSettings,
    logLevel: oneOf('LOG_LEVEL', logLevels, { default: 'warn' }),
  });

export type TrialBalanceConfig = ReturnType<typeof loadTrialBalanceConfig>;

export const releaseScheduleOf = ({ release }: Pick<Config, 'release'>): ReleaseSchedule => {
  const { reserveDays } = release;
  return {
    PIX: { firstDays: release.pixDays, perInstallmentDays: 0, reserveDays },
    CREDIT_CARD: { firstDays: release.cardFirstDays, perInstallmentDays: release.cardInstallmentDays, reserveDays },
    INTERNATIONAL: { firstDays: release.internationalDays, perInstallmentDays: 0, reserveDays },
    // Payments in coins that the chain has confirmed cannot be undone.
    CRYPTO: { firstDays: 0, perInstallmentDays: 0, reserveDays },
  };
};
