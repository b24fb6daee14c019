import { toIso } from '@repasse/chassis/clock';
import { type Rate } from '@repasse/chassis/limits/rate-limit';

/** An app that shows codes. Its secret stays in the row, sealed. */
export interface CodeApp {
  readonly sealedSecret: Buffer;
  readonly createdAt: string;
  /** Null until the first code. */
  readonly confirmedAt: string | null;
  readonly lastStep: number | null;
  readonly wrongCodes: number;
  readonly wrongSince: string | null;
}

/** A user's. */
export interface SecondFactor extends CodeApp {
  readonly userId: number;
}

/** What became of a code, and the row after it. A code that was used before is as wrong as any other. */
export type Tried<App extends CodeApp> =
  | { readonly outcome: 'accepted'; readonly factor: App }
  | { readonly outcome: 'wrong'; readonly factor: App }
  | { readonly outcome: 'limited'; readonly waitSeconds: number };

export const codeOutcomes = ['accepted', 'wrong', 'limited'] as const satisfies readonly Tried<CodeApp>['outcome'][];

/**
 * Judges a code. `stepOf` tells which step it belongs to, if any, and is not asked behind the limit: a right code is then
 * refused like a wrong one, so that nothing can be learned. Null limits nothing.
 */
export const tryCode = <App extends CodeApp>(
  factor: App,
  stepOf: () => number | undefined,
  now: Date,
  limit: Rate | null,
): Tried<App> => {
  const { wrongCodes, wrongSince } = withinLimit(factor, now, limit);
  const waitSeconds = limit === null || wrongCodes < limit.requests ? 0 : secondsLeft(wrongSince, now, limit);
  if (waitSeconds > 0) return { outcome: 'limited', waitSeconds };
  const step = stepOf();
  const isNew = step !== undefined && step > (factor.lastStep ?? -1);
  return isNew
    ? { outcome: 'accepted', factor: { ...factor, wrongCodes, wrongSince, lastStep: step } }
    : { outcome: 'wrong', factor: { ...factor, wrongCodes: wrongCodes + 1, wrongSince: wrongSince ?? toIso(now) } };
};

/** Wrong codes are counted from the first of them, and forgotten when the time of the limit is over. */
const withinLimit = (
  { wrongCodes, wrongSince }: CodeApp,
  now: Date,
  limit: Rate | null,
): Pick<CodeApp, 'wrongCodes' | 'wrongSince'> =>
  limit === null || secondsLeft(wrongSince, now, limit) <= 0
    ? { wrongCodes: 0, wrongSince: null }
    : { wrongCodes, wrongSince };

const secondsLeft = (wrongSince: string | null, now: Date, { seconds }: Rate): number =>
  wrongSince === null ? 0 : seconds - Math.floor((now.getTime() - Date.parse(wrongSince)) / 1_000);

const hourMs = 3_600_000;

/**
 * From when on a second factor lets others wait no longer. Whoever steals a key could otherwise enrol an app of their own
 * and confirm with it at once what should have waited.
 */
export const provesFrom = (confirmedAt: string, waitHours: number): string =>
  toIso(new Date(Date.parse(confirmedAt) + waitHours * hourMs));
