import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/invoice-query';
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

type Dispute = components['schemas']['Dispute'];

export const Screen = () => {
  const { screens, fields, words, statuses: names } = useTexts();
  const { rows, error, filters, isFiltered, next, filter, turn } = useList<Dispute>('disputes', '/disputes');
  return (
    <>
      <Heading text={screens.disputes} />
      <Filters key={JSON.stringify(filters)} isFiltered={isFiltered} onSubmit={filter}>
        <label>
          {fields.status}
          <select name="status" defaultValue={filters['status'] ?? ''}>
            <option value="">{words.all}</option>
            {['OPEN', 'WON', 'LOST'].map((status) => (
              <option key={status} value={status}>
                {names[status]}
              </option>
            ))}
          </select>
        </label>
      </Filters>
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.disputes}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { title: fields.createdAt, cell: ({ openedAt }) => <When at={openedAt} /> },
          { title: fields.status, cell: ({ status }) => <Status of={status} /> },
          {
            title: fields.amount,
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { title: fields.method, cell: ({ paymentMethod }) => paymentMethod },
          { title: fields.reason, cell: ({ reason }) => reason ?? '–' },
          {
            title: screens.charge,
            cell: ({ chargeId }) =>
              chargeId === null ? (
                '–'
              ) : (
                <Link
                  to="/charges/$chargeId"
                  params={{ chargeId }}
                  search={(before: { m?: number }) => ({ m: before.m })}
                >
                  <code>{chargeId}</code>
                </Link>
              ),
          },
        ]}
      />
      <Pager next={next} onNext={turn} />
    </>
  );
};
