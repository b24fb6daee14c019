import { toIso, type Clock } from '@repasse/chassis/clock';
import { attentionDays, boundedCounts, daysBefore } from '@repasse/chassis/http/bounded-counts';
import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { countAttention } from '../store/attention';
import { ownerOf } from './caller';

type Attention = components['schemas']['Attention'];

/** GET /attention/webhooks: the caller's own. One statement. */
export const getAttentionOfWebhooks = (db: Tx, clock: Clock): Operation => ({
  handle: async (request) => {
    const now = clock.now();
    const since = daysBefore(now, attentionDays);
    const { exhausted, failing, stopped } = await countAttention(db, ownerOf(request), since);
    const body: Attention = boundedCounts(toIso(now), [
      { kind: 'EXHAUSTED_DELIVERIES', found: exhausted, since },
      { kind: 'FAILING_ENDPOINTS', found: failing, since: null },
      { kind: 'STOPPED_ENDPOINTS', found: stopped, since: null },
    ]);
    return { status: 200, body };
  },
});
