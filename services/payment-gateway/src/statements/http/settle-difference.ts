import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { type Clock, toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type ListedChecks, type ListedDifference } from '../store/list-statement-checks';
import { type StatementChecker } from '../workflow/statement-checker';
import { differenceBody } from './statement-check-body';

type Body = components['schemas']['SettleDifference'];

interface SettleDifferenceDeps {
  readonly checks: Pick<ListedChecks, 'findDifference' | 'settleDifference'>;
  readonly statements: Pick<StatementChecker, 'showOpen'>;
  readonly clock: Clock;
}

/**
 * POST /statement-checks/{checkId}/differences/{differenceId}/settle: a person has dealt with it outside. Safe to repeat:
 * the first note stays, and the same note again gets the same answer.
 */
export const settleDifference = (o: SettleDifferenceDeps): Operation<Body> => ({
  handle: async (request) => {
    const { checkId = '', differenceId = '' } = request.params;
    const { note } = request.body;
    const caller = callerOf(request);
    const by = { userId: caller.userId, settledBy: actorOf(caller) };
    const settlement = { checkId, differenceId, note, ...by, now: toIso(o.clock.now()) };
    // The alert goes with the difference, here at once and in other processes when they look next.
    if (await o.checks.settleDifference(settlement)) await o.statements.showOpen();
    const difference = await o.checks.findDifference(checkId, differenceId);
    if (difference === undefined) return notFound(checkId, differenceId);
    return difference.settlementNote === note
      ? { status: 200, body: differenceBody(difference) }
      : notOpen(differenceId, difference);
  },
});

const notFound = (checkId: string, differenceId: string): ApiResponse =>
  problem({
    status: 404,
    code: 'statement_check.difference_not_found',
    detail: `There is no difference ${differenceId} in a statement check ${checkId}.`,
  });

const notOpen = (differenceId: string, { status, settlementNote }: ListedDifference): ApiResponse =>
  problem({
    status: 409,
    code: 'statement_check.difference_not_open',
    detail: `${differenceId} ${settlementNote === null ? endedBy[status] : 'was settled with another note'}.`,
    extra: { currentStatus: status },
  });

/** How a difference ended without a person. An open one is here only when a check has opened it again this moment. */
const endedBy: Readonly<Record<ListedDifference['status'], string>> = {
  OPEN: 'has just been found again',
  REPAIRED: 'was repaired by the check that found it',
  SETTLED: 'was gone when the day was checked again',
};
