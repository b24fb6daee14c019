import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { queryText } from '../api/call.ts';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Filters } from '../ui/filters.tsx';
import { Money } from '../ui/money.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { useList } from './use-list.ts';

type Payout = components['schemas']['Payout'];

const statuses = ['AWAITING_RELEASE', 'PENDING', 'PAID', 'FAILED', 'CANCELED', 'RETURNED'];

export const Screen = () => {
  const { screens, fields, words, actions, statuses: names, locale } = useTexts();
  const { rows, error, filters, isFiltered, next, filter, turn } = useList<Payout>('payouts', '/payouts');
  return (
    <>
      <Heading text={screens.payouts} />
      <Filters key={JSON.stringify(filters)} isFiltered={isFiltered} onSubmit={filter}>
        <label>
          {fields.status}
          <select name="status" defaultValue={filters['status'] ?? ''}>
            <option value="">{words.all}</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {names[status]}
              </option>
            ))}
          </select>
        </label>
      </Filters>
      <p>
        <a className="button" download href={`/api/payouts${queryText({ ...filters, format: 'csv', locale })}`}>
          {actions.csv}
        </a>
      </p>
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.payouts}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
          { title: fields.user, cell: ({ userId }) => userId },
          { title: fields.status, cell: ({ status }) => <Status of={status} /> },
          { title: fields.amount, isNumber: true, cell: ({ payoutAmount }) => <Money amount={payoutAmount} /> },
          { title: fields.fee, isNumber: true, cell: ({ fee }) => <Money amount={fee} /> },
          { title: fields.destination, cell: ({ destination }) => destination.label },
          { title: fields.endToEndId, cell: ({ endToEndId, transactionHash }) => endToEndId ?? transactionHash ?? '–' },
          { title: fields.reason, cell: ({ failure, cancelReason }) => failure ?? cancelReason ?? '–' },
        ]}
      />
      <Pager next={next} onNext={turn} />
    </>
  );
};
