import { type Principal } from '@repasse/chassis/auth/principal';
import { type Operation } from '@repasse/chassis/http/app';
import { comeAgain, createFreshReads, isYoung, type FreshReads } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { exponentOf, formatMinor } from '@repasse/chassis/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { type StatedFee } from '../store/books/settlements';
import { readReversals, readSurpluses } from '../store/read-reversals';
import { readSettlement, type StoredSettlement, type StoredShare } from '../store/read-settlement';
import { callerOf, isStaff } from './caller';
import { afterwardsView, type Text } from './reversal-views';

/** A PIX code is paid within minutes of its making; a charge that is paid later is booked as soon, and not waited for. */
const payableSoonMs = 3_600_000;

export const getSettlement = (db: Database, reads: FreshReads = createFreshReads()): Operation => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const caller = callerOf(request);
    const isExpected = (): boolean => isYoung(chargeId, payableSoonMs);
    const find = () => readSettlement(db, chargeId);
    const settlement = await reads.read({ find, isExpected, caller: caller.userId });
    if (settlement === undefined) throw notFound(chargeId, isExpected() ? comeAgain : {});
    if (!maySee(caller, settlement)) throw notFound(chargeId);
    const [reversals, surpluses] = await Promise.all([readReversals(db, chargeId), readSurpluses(db, chargeId)]);
    const text = textIn(settlement.currency);
    return {
      status: 200,
      body: { ...settlementView(settlement, text), ...afterwardsView(reversals, surpluses, text) },
    };
  },
});

/** Whoever got a part of it may see the whole: only then can they tell that their part is right. */
const maySee = (caller: Principal, { shares }: StoredSettlement): boolean =>
  isStaff(caller) || shares.some(({ userId }) => userId === caller.userId);

// To a stranger it looks the same as a charge that does not exist.
const notFound = (chargeId: string, hints: Partial<typeof comeAgain> = {}): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'settlement.not_found',
    detail: `Nothing is booked for a charge ${chargeId} of yours. A charge is booked moments after it is paid.`,
    ...hints,
  });

const textIn =
  (currency: string): Text =>
  (amountMinor) =>
    formatMinor(amountMinor, exponentOf(currency));

const settlementView = (settlement: StoredSettlement, text: Text): object => ({
  id: settlement.settlementId,
  chargeId: settlement.chargeId,
  paymentId: settlement.paymentId,
  userId: settlement.userId,
  paymentMethod: settlement.paymentMethod,
  grossAmount: text(settlement.grossMinor),
  feeAmount: text(settlement.feeMinor),
  netAmount: text(settlement.netMinor),
  disputeReserve: text(settlement.reserveMinor),
  currency: settlement.currency,
  fees: settlement.fees.map((fee) => feeView(fee, text)),
  shares: settlement.shares.map((share) => shareView(share, text)),
  paidAt: settlement.paidAt,
  settledAt: settlement.settledAt,
});

const basisPointsPerPercent = 100;

const feeView = (fee: StatedFee, text: Text): object => ({
  code: fee.code,
  method: fee.method,
  percent: fee.percentBps / basisPointsPerPercent,
  fixed: text(fee.fixedMinor),
  amount: text(fee.amountMinor),
});

const shareView = (share: StoredShare, text: Text): object => ({
  userId: share.userId,
  amount: text(share.amountMinor),
  reserve: text(share.reserveMinor),
  reducedBy: text(share.reducedByMinor),
  released: text(share.releasedMinor),
  isOwner: share.isOwner,
  releaseAt: share.releaseAt,
  reason: reasonOf(share, text),
});

const reasonOf = (share: StoredShare, text: Text): string => {
  if (share.isOwner) {
    const reserve = share.reserveMinor === 0 ? '' : `, of which ${text(share.reserveMinor)} is held back for disputes`;
    return `The owner gets what the fees and the other shares leave of the gross amount${reserve}.`;
  }
  return share.reducedByMinor === 0
    ? 'As the split of the charge says.'
    : `As the split of the charge says, less ${text(share.reducedByMinor)} because the net amount was used up.`;
};
