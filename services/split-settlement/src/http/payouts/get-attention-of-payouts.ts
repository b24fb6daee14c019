import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { attentionDays, boundedCounts, daysBefore } from '@repasse/chassis/http/bounded-counts';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components, type operations } from '@repasse/contracts/generated/http/split-settlement';
import { countAttention } from '../../store/payouts/count-attention';
import { payoutsSeenBy } from './whose-payouts';

type Query = NonNullable<operations['getAttentionOfPayouts']['parameters']['query']>;
type Attention = components['schemas']['Attention'];

/** GET /attention/payouts: of whomever GET /payouts lists. One statement, and one more where a merchant names a seller. */
export const getAttentionOfPayouts = (db: Database, clock: Clock): Operation<unknown, Query> => ({
  handle: async (request) => {
    const now = clock.now();
    const since = daysBefore(now, attentionDays);
    const of = await payoutsSeenBy(db, callerOf(request), request.query.user_id);
    const { failed, toRelease } = await countAttention(db, of, since);
    const body: Attention = boundedCounts(toIso(now), [
      { kind: 'FAILED_PAYOUTS', found: failed, since },
      { kind: 'PAYOUTS_TO_RELEASE', found: toRelease, since: null },
    ]);
    return { status: 200, body };
  },
});
