import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useTexts } from '../../texts/texts.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { When } from '../../ui/when.tsx';
import { useOne } from '../use-one.ts';

type Numbers = components['schemas']['EndpointStatistics'];

/** Of the last day. */
export const Statistics = ({ path }: { readonly path: string }) => {
  const { fields, statuses, words } = useTexts();
  const { data, error } = useOne<Numbers>('endpoint-statistics', `${path}/statistics`);
  if (error !== null) return <ProblemNotice fault={error} />;
  if (data === undefined) return <p className="skeleton" aria-busy="true" />;
  const { deliveries, attempts, durationMs, lastDeliveredAt, lastFailure } = data;
  return (
    <Facts
      facts={[
        [statuses['DELIVERED'] ?? '', deliveries.delivered],
        [statuses['PENDING'] ?? '', deliveries.pending],
        [statuses['EXHAUSTED'] ?? '', deliveries.exhausted],
        [fields.attempts, `${String(attempts.total)} · ${words.ofThemFailed}: ${String(attempts.failed)}`],
        [fields.duration, `p50 ${ms(durationMs.p50)} · p95 ${ms(durationMs.p95)} · max ${ms(durationMs.max)}`],
        [fields.lastDelivered, <When key="d" at={lastDeliveredAt} />],
        [fields.lastFailure, <Failure key="f" of={lastFailure} />],
      ]}
    />
  );
};

const ms = (value: number | null): string => (value === null ? '–' : `${String(value)} ms`);

const Failure = ({ of: failed }: { readonly of: Numbers['lastFailure'] }) =>
  failed === null ? (
    <>–</>
  ) : (
    <>
      <When at={failed.at} /> {failed.failure}
    </>
  );
