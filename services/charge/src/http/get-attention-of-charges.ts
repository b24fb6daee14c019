import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { attentionDays, boundedCounts, daysBefore } from '@repasse/chassis/http/bounded-counts';
import { type components, type operations } from '@repasse/contracts/generated/http/charge';
import { countAttention } from '../store/reads/attention';
import { readerOfList } from './caller';
import { type ReadDependencies } from './reading';

type Query = NonNullable<operations['getAttentionOfCharges']['parameters']['query']>;
type Attention = components['schemas']['Attention'];

/** GET /attention/charges: the caller's own, or for staff those of the user they name or of everybody. One statement. */
export const getAttentionOfCharges = ({ db, clock }: ReadDependencies): Operation<unknown, Query> => ({
  handle: async (request) => {
    const now = clock.now();
    const since = daysBefore(now, attentionDays);
    const { held, failedRefunds } = await countAttention(db, readerOfList(request, request.query.user_id), since);
    const body: Attention = boundedCounts(toIso(now), [
      { kind: 'HELD_PAYMENTS', found: held, since: null },
      { kind: 'FAILED_REFUNDS', found: failedRefunds, since },
    ]);
    return { status: 200, body };
  },
});
