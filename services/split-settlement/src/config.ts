import {
  integer,
  internalCallers,
  oneOf,
  optional,
  readConfig,
  secrets,
  text,
  url,
  type Env,
} from '@repasse/chassis/config/config';
import { keptAnswers } from '@repasse/chassis/config/kept-answers';
import { busSettings, serviceConfig, serviceSettings } from '@repasse/chassis/config/service-config';
import { postgresAccess, postgresAccessFaults } from '@repasse/chassis/config/postgres-settings';
import { logLevels } from '@repasse/chassis/log/logger';
import { createPayoutCalendar } from './domain/payout-calendar';
import { type RunTimes } from './domain/payout-schedule';
import { holidaysFile } from './holidays-file';
import { type ReleaseSchedule } from './domain/release';

/** A schedule further out than this is a slip of the keyboard: money would lie still for more than a year. */
const daysMax = 400;

const days = (name: string, fallback: number, about: string) =>
  integer(name, { about, default: fallback, min: 0, max: daysMax });

export const settings = serviceSettings(
  {
    internalCallers: internalCallers('INTERNAL_CALLERS', ['payment-gateway']),
    ...keptAnswers,
    release: {
      pixDays: days('RELEASE_PIX_DAYS', 0, 'days of 24 hours from a PIX payment until its money is available'),
      cardFirstDays: days('RELEASE_CARD_FIRST_DAYS', 30, 'the same for a card’s first instalment'),
      cardInstallmentDays: days('RELEASE_CARD_INSTALLMENT_DAYS', 30, 'the days between two instalments of a card'),
      internationalDays: days('RELEASE_INTERNATIONAL_DAYS', 7, 'the same for payments in another currency'),
      // Card schemes let a payer dispute for 120 days.
      reserveDays: days('RELEASE_RESERVE_DAYS', 120, 'how long a dispute reserve is held'),
    },
    sharesForRecipients: oneOf('SHARES_FOR_RECIPIENTS', ['own', 'all'], {
      about: 'the shares of a settlement that a recipient sees: their own, or everybody’s',
      default: 'own',
    }),
    coinFeeBps: integer('COIN_FEE_BPS', {
      about: 'the platform’s fee on a payment in coins, in hundredths of a percent',
      default: 150,
      min: 0,
      max: 10_000,
    }),
    // 10.00 BRL: the fees of network and provider for sending coins are of that order, and would use up less.
    withdrawalAmountMinorMin: integer('WITHDRAWAL_AMOUNT_MIN_MINOR', {
      about: 'the least that is paid out, in cents',
      default: 1_000,
      min: 1,
      max: 100_000_000,
    }),
    withdrawalReleaseHours: integer('WITHDRAWAL_RELEASE_HOURS', {
      about: 'hours in which a second person can release a withdrawal, after which it is canceled',
      default: 72,
      min: 1,
      max: 720,
    }),
    payouts: {
      time: text('PAYOUT_TIME', {
        about: 'the cut-off time in Brasília at which scheduled payouts of a day begin, such as 18:00',
        default: '18:00',
        pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
      }),
      forecastMinutes: integer('PAYOUT_FORECAST_MINUTES', {
        about: 'how long before a run its sum is looked at first, so that the account can be filled in time',
        default: 120,
        min: 1,
        max: 1_440,
      }),
      holidays: holidaysFile('PAYOUT_HOLIDAYS_FILE', {
        about:
          'a JSON file of further days without payouts, `[{"day": "2026-01-25", "name": "Aniversário de São Paulo"}]`',
      }),
    },
    receipts: {
      payer: text('RECEIPT_PAYER_NAME', { about: 'who pays, on receipts of payouts', default: 'Repasse' }),
      secrets: optional(
        secrets('RECEIPT_SECRETS', {
          about: 'authenticate receipts of payouts; without it they have no code',
          minCharacters: 32,
        }),
      ),
    },
    refundDebtMinorMax: integer('REFUND_DEBT_MAX_MINOR', {
      about: 'the debt in cents that a merchant’s own refunds may leave, beside the fees of the refunded sales',
      default: 0,
      min: 0,
      max: 1_000_000_000,
    }),
    // A check reads every posting, so not often; an alarm within minutes is soon enough for books that cannot change.
    ledgerCheckIntervalMs: integer('LEDGER_CHECK_INTERVAL_MS', {
      about: 'how often the books are checked',
      default: 300_000,
      min: 100,
      max: 86_400_000,
    }),
  },
  { portDefault: 8083 },
);

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) => serviceConfig(env, settings);

export type Config = ReturnType<typeof loadConfig>;

/** A trial balance reads the books and the bus, and nothing else. */
export const loadTrialBalanceConfig = (env: Env = process.env) =>
  readConfig(
    env,
    {
      postgresUrl: url('POSTGRES_URL', { protocols: ['postgres', 'postgresql'] }),
      postgresAccess,
      bus: busSettings,
      logLevel: oneOf('LOG_LEVEL', logLevels, { default: 'warn' }),
    },
    postgresAccessFaults,
  );

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

/** When scheduled payouts run. */
export const runTimesOf = ({ payouts }: Pick<Config, 'payouts'>): RunTimes => {
  const [hours = 0, minutes = 0] = payouts.time.split(':').map(Number);
  return { calendar: createPayoutCalendar(payouts.holidays ?? []), cutOffMs: (hours * 60 + minutes) * 60_000 };
};
