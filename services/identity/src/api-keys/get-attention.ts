import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { attentionDays, boundedCounts, daysBefore } from '@repasse/chassis/http/bounded-counts';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type ApiKeyDependencies } from './dependencies';
import { countExpiringKeys } from './table';

type Attention = components['schemas']['Attention'];

/** GET /attention/keys: the caller's own. One statement. */
export const getAttentionOfKeys = ({ db, clock }: ApiKeyDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const now = clock.now();
    const found = await countExpiringKeys(db, callerOf(request).userId, {
      after: toIso(now),
      until: daysBefore(now, -attentionDays),
    });
    const body: Attention = boundedCounts(toIso(now), [{ kind: 'EXPIRING_KEYS', found, since: null }]);
    return { status: 200, body };
  },
});
