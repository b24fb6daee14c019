import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { boundedCounts } from '@repasse/chassis/http/bounded-counts';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components, type operations } from '@repasse/contracts/generated/http/invoice-query';
import { countOpenDisputes } from '../store/list-disputes';
import { userAskedFor } from './caller';

type Query = NonNullable<operations['getAttentionOfDisputes']['parameters']['query']>;
type Attention = components['schemas']['Attention'];

/** GET /attention/disputes: the caller's own, or for staff those of the user they name or of everybody. One statement. */
export const getAttentionOfDisputes = (db: Tx, clock: Clock): Operation<unknown, Query> => ({
  handle: async (request) => {
    const found = await countOpenDisputes(db, userAskedFor(request, request.query.user_id));
    const body: Attention = boundedCounts(toIso(clock.now()), [{ kind: 'OPEN_DISPUTES', found, since: null }]);
    return { status: 200, body };
  },
});
