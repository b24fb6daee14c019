import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/charge';
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

type Charge = components['schemas']['Charge'];

const statuses = ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELED', 'FAILED', 'REFUNDED'];

export const Screen = () => {
  const { screens, fields, words, actions, statuses: names, locale } = useTexts();
  const { rows, error, filters, isFiltered, next, filter, turn } = useList<Charge>('charges', '/charge/list');
  return (
    <>
      <Heading text={screens.charges} />
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
        <label>
          {fields.from}
          <input type="date" name="from" defaultValue={filters['from']} />
        </label>
        <label>
          {fields.to}
          <input type="date" name="to" defaultValue={filters['to']} />
        </label>
        <label>
          {fields.reference}
          <input name="externalReference" maxLength={120} defaultValue={filters['externalReference']} />
        </label>
      </Filters>
      <p>
        <a className="button" download href={`/api/charge/list${queryText({ ...filters, format: 'csv', locale })}`}>
          {actions.csv}
        </a>
      </p>
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.charges}
        rows={rows}
        keyOf={({ id }) => id}
        empty={isFiltered ? undefined : words.emptyCharges}
        columns={[
          {
            title: fields.createdAt,
            cell: ({ id, createdAt }) => (
              <Link
                to="/charges/$chargeId"
                params={{ chargeId: id }}
                search={(before: { m?: number }) => ({ m: before.m })}
              >
                <When at={createdAt} />
              </Link>
            ),
          },
          { title: fields.status, cell: ({ status, statusReason }) => <Status of={status} reason={statusReason} /> },
          { title: fields.amount, isNumber: true, cell: ({ grossAmount }) => <Money amount={grossAmount} /> },
          { title: fields.net, isNumber: true, cell: ({ netAmount }) => <Money amount={netAmount} /> },
          { title: fields.reference, cell: ({ externalReference }) => externalReference },
          { title: fields.description, cell: ({ description }) => description },
        ]}
      />
      <Pager next={next} onNext={turn} />
    </>
  );
};
