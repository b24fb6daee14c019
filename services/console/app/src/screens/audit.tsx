import { type components } from '@repasse/contracts/generated/http/identity';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Filters } from '../ui/filters.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { useList } from './use-list.ts';

type Entry = components['schemas']['AuditEntry'];

export const Screen = () => {
  const { screens, fields, words, audits, statuses: names } = useTexts();
  const { rows, error, filters, isFiltered, next, filter, turn } = useList<Entry>('audit', '/audit');
  return (
    <>
      <Heading text={screens.audit} />
      <Filters key={JSON.stringify(filters)} isFiltered={isFiltered} onSubmit={filter}>
        <label>
          {fields.outcome}
          <select name="outcome" defaultValue={filters['outcome'] ?? ''}>
            <option value="">{words.all}</option>
            {['DONE', 'REFUSED', 'FAILED', 'STARTED'].map((outcome) => (
              <option key={outcome} value={outcome}>
                {names[outcome]}
              </option>
            ))}
          </select>
        </label>
      </Filters>
      <ProblemNotice fault={error} />
      <DataTable<Entry>
        caption={screens.audit}
        rows={rows}
        keyOf={({ auditId }) => auditId}
        columns={[
          { title: fields.createdAt, cell: ({ happenedAt }) => <When at={happenedAt} /> },
          { title: fields.person, cell: ({ personName, clientId }) => personName ?? clientId ?? '–' },
          { title: fields.operation, cell: ({ operation }) => audits[operation] ?? operation },
          { title: fields.id, cell: ({ object }) => (object === null ? '–' : <code>{object}</code>) },
          { title: fields.outcome, cell: ({ outcome }) => <Status of={outcome} /> },
          { title: words.before, cell: ({ before }) => shown(before) },
          { title: words.after, cell: ({ after }) => shown(after) },
          { title: fields.address, cell: ({ address }) => address ?? '–' },
        ]}
      />
      <Pager next={next} onNext={turn} />
    </>
  );
};

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, each]) => `${name}: ${String(each)}`)
        .join(', ')
    : '–';
