import { hintOfAttemptId } from '@repasse/chassis/http/attempt-id';
import { type Principal } from '@repasse/chassis/auth/principal';
import { isYoung, readOrRefuse, type FreshReads, type RefusalHints } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { readSettlement, type StoredSettlement } from '../store/read-settlement';
import { isStaff } from './caller';

/** A PIX code is paid within minutes of its making; a charge that is paid later is booked as soon, and not waited for. */
const payableSoonMs = 3_600_000;

/**
 * The settlement of a charge, for staff and users with a share of it; 404 for all others. The settlement of a young
 * charge may be on its way, and is waited for.
 */
export const settlementSeenBy = async (
  { db, reads }: { readonly db: Database; readonly reads: FreshReads },
  caller: Principal,
  chargeId: string,
): Promise<StoredSettlement> => {
  const settlement = await readOrRefuse(reads, {
    find: () => readSettlement(db, chargeId),
    isExpected: () => isYoung(chargeId, payableSoonMs),
    caller: caller.userId,
    refusal: (hints) => notFound(chargeId, hints),
  });
  if (!maySee(caller, settlement)) throw notFound(chargeId);
  return settlement;
};

/** A user with a share may see the whole: only then can they check their share. */
const maySee = (caller: Principal, { shares }: StoredSettlement): boolean =>
  isStaff(caller) || shares.some(({ userId }) => userId === caller.userId);

// To a stranger it looks the same as a charge that does not exist.
const notFound = (chargeId: string, hints: RefusalHints = {}): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'settlement.not_found',
    detail: `Nothing is booked for a charge ${chargeId} of yours. A charge is booked moments after it is paid.${hintOfAttemptId(chargeId)}`,
    ...hints,
  });
