import { hintOfAttemptId } from '@repasse/values/ids/attempt-id';
import { type Principal } from '@repasse/chassis/auth/principal';
import { isYoung, readOrRefuse, type FreshReads, type RefusalHints } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { readSettlement, type StoredSettlement } from '../store/read-settlement';
import { isStaff } from '@repasse/chassis/auth/caller';

/** A PIX code is paid within minutes of its making; a charge that is paid later is booked as soon, and not waited for. */
const payableSoonMs = 3_600_000;

/** Whose shares a recipient sees: `own`, or `all` where the platform's users may know one another's. */
export type SharesForRecipients = 'own' | 'all';

export interface SettlementReading {
  readonly db: Database;
  readonly reads: FreshReads;
  readonly sharesForRecipients: SharesForRecipients;
}

export interface SeenSettlement {
  readonly settlement: StoredSettlement;
  /** Whether the caller sees the shares of all users, and the money beside the charge. */
  readonly isWhole: boolean;
  readonly isSeen: (share: { readonly userId: number }) => boolean;
}

/**
 * The settlement of a charge, for staff and users with a share of it; 404 for all others. A recipient sees their own
 * share: a competitor may have another one. The settlement of a young charge may be on its way, and is waited for.
 */
export const settlementSeenBy = async (
  { db, reads, sharesForRecipients }: SettlementReading,
  caller: Principal,
  chargeId: string,
): Promise<SeenSettlement> => {
  const settlement = await readOrRefuse(reads, {
    find: () => readSettlement(db, chargeId),
    isExpected: () => isYoung(chargeId, payableSoonMs),
    caller: caller.userId,
    refusal: (hints) => notFound(chargeId, hints),
  });
  if (!maySee(caller, settlement)) throw notFound(chargeId);
  const isWhole = sharesForRecipients === 'all' || isStaff(caller) || caller.userId === settlement.userId;
  return { settlement, isWhole, isSeen: ({ userId }) => isWhole || userId === caller.userId };
};

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
