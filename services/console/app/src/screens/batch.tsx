import { useParams } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../texts/texts.tsx';
import { Facts } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { BatchLines } from './batch/batch-lines.tsx';
import { Skipped } from './batch/skipped.tsx';
import { useOne } from './use-one.ts';

type Report = components['schemas']['PayoutBatchReport'];

export const Screen = () => {
  const { batchId = '' } = useParams({ strict: false }) as { readonly batchId?: string };
  const { screens } = useTexts();
  const path = `/payout-batches/${encodeURIComponent(batchId)}`;
  const { data: report, error } = useOne<Report>('batch', path);
  return (
    <>
      <Heading text={screens.batch} />
      <ProblemNotice fault={error} />
      {report === undefined ? (
        error === null && <p className="skeleton" aria-busy="true" />
      ) : (
        <>
          <FactsOfBatch report={report} />
          {report.skipped.length > 0 && <Skipped skipped={report.skipped} />}
          <BatchLines path={`${path}/lines`} />
        </>
      )}
    </>
  );
};

const FactsOfBatch = ({ report }: { readonly report: Report }) => {
  const { fields, words, statuses } = useTexts();
  const sums = [{ status: words.total, ...report.payouts }, ...report.byStatus];
  return (
    <Facts
      facts={[
        [fields.status, <Status key="s" of={report.status} />],
        [fields.runAt, <When key="r" at={report.runAt} />],
        [fields.startedAt, <When key="b" at={report.startedAt} />],
        ...sums.map(
          ({ status, count, payoutAmount }) =>
            [
              statuses[status] ?? status,
              <span key={status}>
                <Money amount={payoutAmount} /> ({count})
              </span>,
            ] as const,
        ),
      ]}
    />
  );
};
