import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type KeepAnswer } from '@repasse/chassis/idempotency/keep-answer';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type PayoutStanding } from '../domain/payout-standing';
import { type WithdrawalCommand } from '../domain/withdrawal';
import { decideWaiting } from '../store/decide-waiting';
import { type StoredWithdrawal } from '../store/withdrawals';
import { type CountWithdrawal } from '../workflow/withdrawal-metrics';
import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { maySee, withdrawalNotFound } from './withdrawal-problems';
import { withdrawalView } from './withdrawal-view';

export interface SecondPersonDeps {
  readonly db: Database;
  readonly keepAnswer: KeepAnswer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly count: CountWithdrawal;
  readonly onCommitted: () => void;
}

interface Said {
  /** The API key of who says it. */
  readonly key: string;
  readonly standing: PayoutStanding;
  readonly now: string;
}

/**
 * What a second person says of a withdrawal that waits: with another API key than the one that asked for it, of its user,
 * of the merchant that manages them, or of staff.
 */
export const secondPerson = (o: SecondPersonDeps, commandOf: (said: Said) => WithdrawalCommand): Operation => ({
  handle: async (request) => {
    const [caller, now] = [callerOf(request), toIso(o.clock.now())];
    const response = await o.db.transaction(async (tx) => {
      const decided = await decideWaiting(tx, idIn(request), {
        ...{ ids: o.ids, now, isSeen: (found) => maySee(caller, found) },
        commandOf: (standing) => commandOf({ key: actorOf(caller), standing, now }),
      });
      if (decided === undefined) throw withdrawalNotFound(idIn(request));
      if (isRejection(decided)) throw refused(decided.code, decided.detail);
      o.count(decided.status === 'canceled' ? 'canceled' : 'released');
      return o.keepAnswer(tx, request, { status: 200, body: withdrawalView(decided) });
    });
    o.onCommitted();
    return response;
  },
});

const idIn = ({ params }: Pick<ApiRequest, 'params'>): StoredWithdrawal['withdrawalId'] => params['withdrawalId'] ?? '';

const refused = (code: string, detail: string): ProblemError => {
  switch (code) {
    case 'withdrawal.same_key':
      return new ProblemError({ status: 403, code, detail });
    case 'withdrawal.destination_not_found':
      return new ProblemError({ status: 404, code, detail });
    default:
      return new ProblemError({ status: 409, code, detail });
  }
};
