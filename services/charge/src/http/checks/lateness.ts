import { type ApiRequest } from '@repasse/chassis/http/app';
import { type NamedFault } from './refusal';

/** A year ahead is beyond any invoice; further off it is a slip in a date, and no provider would keep it. */
const expiresInDaysMax = 366;

const dayMs = 24 * 60 * 60_000;

/** Faults of a charge's requested expiry. */
export const expiryFaults = (field: string, at: string, now: Date): readonly NamedFault[] => {
  const inMs = Date.parse(at) - now.getTime();
  if (!(inMs > 0)) return [{ field, message: 'must be in the future.', code: 'charge.expires_in_past' }];
  return inMs > expiresInDaysMax * dayMs ? [{ field, message: `must be within ${expiresInDaysMax} days.` }] : [];
};

/**
 * All faults of a request to make a charge; none when it has an Idempotency-Key and is only too late. It may be the
 * repeat of one that was in time and must get that answer, so the handler checks again.
 */
export const unlessOnlyLate = <F>(
  { headers }: Pick<ApiRequest, 'headers'>,
  faulty: ReadonlySet<string>,
  lasting: readonly F[],
  late: readonly F[],
): readonly F[] =>
  headers['idempotency-key'] !== undefined && faulty.size === 0 && lasting.length === 0 ? [] : [...lasting, ...late];
