import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Filters } from '../ui/filters.tsx';
import { Method } from '../ui/method.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Day } from '../ui/when.tsx';
import { CsvLink } from '../ui/links.tsx';
import { useFilters, type Search } from './use-filters.ts';
import { daysFromToday, useReceivables, type Days } from './use-receivables.ts';

type Row = components['schemas']['Receivables']['data'][number];

const daysShown = 30;

/** As far as the address names them. */
const daysIn = ({ from, to }: Search): Partial<Days> => ({
  ...(from !== undefined && { from: String(from) }),
  ...(to !== undefined && { to: String(to) }),
});

export const Screen = () => {
  const { screens, fields, words } = useTexts();
  const { filters, isFiltered, filter } = useFilters();
  const days = { ...daysFromToday(daysShown), ...daysIn(filters) };
  const { data, error } = useReceivables(days);
  return (
    <>
      <Heading text={screens.receivables} />
      <Filters key={JSON.stringify(days)} isFiltered={isFiltered} onSubmit={filter}>
        <label>
          {fields.from}
          <input type="date" name="from" defaultValue={days.from} />
        </label>
        <label>
          {fields.to}
          <input type="date" name="to" defaultValue={days.to} />
        </label>
      </Filters>
      <p>
        <CsvLink path="/receivables" filters={days} /> {words.total}:{' '}
        <b>
          <Money amount={data?.total} />
        </b>
      </p>
      <ProblemNotice fault={error} />
      <DataTable<Row>
        caption={screens.receivables}
        rows={data?.data ?? (error === null ? undefined : [])}
        keyOf={({ day, paymentMethod, account }) => `${day} ${paymentMethod} ${account}`}
        columns={[
          { title: fields.day, cell: ({ day }) => <Day day={day} /> },
          { title: fields.method, cell: ({ paymentMethod }) => <Method of={paymentMethod} /> },
          { title: fields.type, cell: ({ account }) => (account === 'RESERVE' ? words.reserve : words.pending) },
          { title: fields.count, isNumber: true, cell: ({ count }) => count },
          { title: fields.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
        ]}
      />
    </>
  );
};
