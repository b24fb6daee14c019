import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { CsvLink, SellerLink } from '../../ui/links.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useList } from '../use-list.ts';

type Line = components['schemas']['PayoutBatchLine'];

/** Everybody the run looked at: what they were paid, or why nothing. */
export const BatchLines = ({ path }: { readonly path: string }) => {
  const { words, fields, skips } = useTexts();
  const { rows, error, filters, next, turn } = useList<Line>(path, path);
  return (
    <section>
      <h2>{words.lines}</h2>
      <p>
        <CsvLink path={path} filters={filters} isPaged />
      </p>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.lines}
        rows={rows ?? (error === null ? undefined : [])}
        keyOf={({ userId }) => String(userId)}
        columns={[
          {
            title: fields.user,
            cell: ({ userId, managerUserId }) =>
              managerUserId === null ? userId : <SellerLink recipientId={userId} />,
          },
          { title: fields.status, cell: ({ status }) => (status === null ? '–' : <Status of={status} />) },
          { title: fields.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
          { title: fields.fee, isNumber: true, cell: ({ fee }) => <Money amount={fee} /> },
          { title: fields.arrives, isNumber: true, cell: ({ payoutAmount }) => <Money amount={payoutAmount} /> },
          { title: fields.reason, cell: ({ skipReason }) => (skipReason === null ? '–' : (skips[skipReason] ?? '–')) },
        ]}
      />
      <Pager next={next} onNext={turn} />
    </section>
  );
};
