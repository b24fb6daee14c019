import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Filters } from '../ui/filters.tsx';
import { Heading } from '../ui/heading.tsx';
import { sameUser } from '../ui/links.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { Day, When } from '../ui/when.tsx';
import { CheckDay } from './reconciliation/check-day.tsx';
import { DayReport } from './reconciliation/day-report.tsx';
import { Funding } from './reconciliation/funding.tsx';
import { useList } from './use-list.ts';

type Check = components['schemas']['StatementCheck'];

/** What providers received, beside what is recorded here, day by day; of the whole platform, so for its staff. */
export const Screen = () => {
  const { screens, fields } = useTexts();
  const { rows, error, filters, isFiltered, next, filter, turn } = useList<Check>('checks', '/statement-checks');
  const maySeeBooks = useMay('balance:read');
  return (
    <>
      <Heading text={screens.reconciliation} />
      <Funding />
      <h2>{screens.checks}</h2>
      <CheckDay />
      <Filters key={JSON.stringify(filters)} isFiltered={isFiltered} onSubmit={filter}>
        <label>
          {fields.provider}
          <input name="provider" maxLength={40} defaultValue={filters['provider']} />
        </label>
      </Filters>
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.checks}
        rows={rows ?? (error === null ? undefined : [])}
        keyOf={({ id }) => id}
        columns={[
          {
            title: fields.day,
            cell: ({ id, date }) => (
              <Link to="/reconciliation/$checkId" params={{ checkId: id }} search={sameUser}>
                <Day day={date} />
              </Link>
            ),
          },
          { title: fields.provider, cell: ({ provider }) => provider },
          { title: fields.status, cell: ({ status, failure }) => <Status of={status} reason={failure} /> },
          { title: fields.listed, isNumber: true, cell: ({ listedCount }) => listedCount ?? '–' },
          { title: fields.recorded, isNumber: true, cell: ({ recordedCount }) => recordedCount ?? '–' },
          { title: fields.differences, isNumber: true, cell: ({ differencesCount }) => differencesCount },
          { title: fields.openDifferences, isNumber: true, cell: ({ openCount }) => openCount },
          { title: fields.checkedAt, cell: ({ checkedAt }) => <When at={checkedAt} /> },
        ]}
      />
      <Pager next={next} onNext={turn} />
      {maySeeBooks && <DayReport />}
    </>
  );
};
