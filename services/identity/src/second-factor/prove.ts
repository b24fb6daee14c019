import { type Clock } from '@repasse/chassis/clock';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Rate } from '@repasse/chassis/limits/rate-limit';
import { type Tx } from '@repasse/chassis/postgres/database';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { codeOutcomes, tryCode, type CodeApp, type SecondFactor, type Tried } from './rules';
import { keepSecondFactor } from './table';
import { stepOf } from './totp';

/** The app after its code, or the refusal to answer with, which must be committed, since it counts. */
export type Proof<App extends CodeApp = SecondFactor> = { readonly factor: App } | { readonly refusal: ApiResponse };

/** Tries a code of a factor that is locked. */
export type ProveCode = (tx: Tx, factor: SecondFactor, code: string) => Promise<Proof>;

export interface CodeOptions {
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly countCode: CountCode;
  readonly wrongCodes: Rate | null;
}

export type CountCode = (outcome: Tried<CodeApp>['outcome']) => void;

/** Of users and of people. */
export const createCountCode = (metrics: Metrics): CountCode => {
  const codes = metrics.counter(
    'repasse_identity_second_factor_codes_total',
    'Codes of second factors that were tried.',
    ['outcome'],
  );
  bornAtZero(codes, { outcome: codeOutcomes });
  return (outcome) => codes.inc({ outcome });
};

/** Counted in the database: a code has six digits, so the tries of all processes are limited together. */
export const createProveCode =
  ({ box, clock, countCode, wrongCodes }: CodeOptions): ProveCode =>
  async (tx, factor, code) => {
    const now = clock.now();
    const secret = (): string => box.open(factor.sealedSecret, contextOf(factor.userId));
    const tried = tryCode(factor, () => stepOf(secret(), code, now), now, wrongCodes);
    return settle(tried, countCode, (after) => keepSecondFactor(tx, after));
  };

/** Counts a code and keeps the app as it is after it; behind the limit it is as before. */
export const settle = async <App extends CodeApp>(
  tried: Tried<App>,
  countCode: CountCode,
  keep: (after: App) => Promise<void>,
): Promise<Proof<App>> => {
  countCode(tried.outcome);
  if (tried.outcome !== 'limited') await keep(tried.factor);
  return tried.outcome === 'accepted' ? { factor: tried.factor } : { refusal: refusalOf(tried) };
};

/** Binds a sealed secret to its user. */
export const contextOf = (userId: number): string => `second factor ${String(userId)}`;

const refusalOf = (tried: Exclude<Tried<CodeApp>, { readonly outcome: 'accepted' }>): ApiResponse =>
  tried.outcome === 'wrong'
    ? problem({
        status: 409,
        code: 'second_factor.code_wrong',
        detail: 'The code is not the present one, or it was used before. Wait for the next one.',
      })
    : problem({
        status: 429,
        code: 'request.rate_limited',
        detail: 'There were too many wrong codes. Nothing was done; wait for Retry-After.',
        headers: { 'Retry-After': String(tried.waitSeconds) },
        extra: { retryable: true },
      });
