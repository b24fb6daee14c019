import { type components } from '@repasse/contracts/generated/http/charge';
import { dayAt } from '@repasse/values/brasilia-time';
import { type Search } from '../use-filters.ts';

type Count = components['schemas']['AttentionCount'];

interface Place {
  readonly to: '/held' | '/refunds' | '/disputes' | '/payouts' | '/deliveries' | '/endpoints' | '/keys';
  readonly filters: Search;
}

/** The list that shows what a count has counted. Refunds are filtered by days, the others by moments. */
export const placeOf = ({ kind, since }: Pick<Count, 'kind' | 'since'>): Place => {
  const from = since ?? undefined;
  switch (kind) {
    case 'HELD_PAYMENTS':
      return { to: '/held', filters: { status: 'held' } };
    case 'FAILED_REFUNDS':
      return { to: '/refunds', filters: { status: 'FAILED', from: from === undefined ? from : dayAt(from) } };
    case 'OPEN_DISPUTES':
      return { to: '/disputes', filters: { status: 'OPEN' } };
    case 'FAILED_PAYOUTS':
      return { to: '/payouts', filters: { status: 'FAILED', from } };
    case 'PAYOUTS_TO_RELEASE':
      return { to: '/payouts', filters: { status: 'AWAITING_RELEASE' } };
    case 'EXHAUSTED_DELIVERIES':
      return { to: '/deliveries', filters: { status: 'EXHAUSTED', from } };
    case 'FAILING_ENDPOINTS':
    case 'STOPPED_ENDPOINTS':
      return { to: '/endpoints', filters: {} };
    case 'EXPIRING_KEYS':
      return { to: '/keys', filters: {} };
    default:
      return assertNever(kind);
  }
};

const assertNever = (kind: never): never => {
  throw new Error(`Nobody knows where ${String(kind)} is shown.`);
};
