import { useQueries } from '@tanstack/react-query';
import { useApi, useSession } from '../session/session.tsx';
import { requestTexts } from '../texts/requests.ts';
import { useTexts } from '../texts/texts.tsx';
import { Choice } from '../ui/choice.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Field } from '../ui/field.tsx';
import { Filters } from '../ui/filters.tsx';
import { Heading } from '../ui/heading.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { When } from '../ui/when.tsx';
import { merge, rowsPerPage, type KeyRequest, type RequestPage } from './requests/merge.ts';
import { useFilters, type Search } from './use-filters.ts';

/** Each keeps what it was asked itself; all are asked at once. */
const services = [
  ...['charge', 'payment-gateway', 'split-settlement'],
  ...['invoice-query', 'webhook-dispatcher', 'identity'],
];

export const Screen = () => {
  const { locale } = useTexts();
  const { filters, isFiltered, filter } = useFilters();
  const texts = requestTexts[locale];
  const { rows, fault, isPending, olderThan } = useRequests(filters);
  return (
    <>
      <Heading text={texts.title} />
      <p className="soft">{texts.about}</p>
      <Filters key={JSON.stringify(filters)} isFiltered={isFiltered} onSubmit={filter}>
        <Field name="clientId" label={texts.key} value={filters['clientId']} maxLength={64} />
        <Choice
          {...{ name: 'method', label: texts.method, values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }}
          none={texts.any}
          chosen={filters['method']}
        />
        <Choice
          {...{ name: 'isRefused', label: texts.outcome, values: ['true', 'false'], texts: texts.outcomes }}
          none={texts.any}
          chosen={filters['isRefused']}
        />
        <Field name="requestId" label={texts.id} value={filters['requestId']} maxLength={64} />
      </Filters>
      <ProblemNotice fault={fault} />
      <Rows rows={isPending ? undefined : rows} empty={isFiltered ? undefined : texts.empty} />
      <Pager next={olderThan} onNext={(to) => filter({ ...filters, to })} />
    </>
  );
};

const useRequests = (filters: Search) => {
  const api = useApi();
  const { userId } = useSession();
  const query = { limit: rowsPerPage, ...filters };
  const answers = useQueries({
    queries: services.map((service) => ({
      queryKey: ['requests', service, userId, query],
      queryFn: () => api<RequestPage>(`/requests/${service}`, { query }),
    })),
  });
  return {
    ...merge(answers.flatMap(({ data }) => data ?? [])),
    fault: answers.find(({ error }) => error !== null)?.error ?? null,
    isPending: answers.some(({ isPending }) => isPending),
  };
};

interface RowsProps {
  readonly rows: readonly KeyRequest[] | undefined;
  readonly empty: string | undefined;
}

const Rows = ({ rows, empty }: RowsProps) => {
  const { locale, fields } = useTexts();
  const texts = requestTexts[locale];
  return (
    <DataTable
      caption={texts.title}
      rows={rows}
      empty={empty}
      keyOf={({ id }) => id}
      columns={[
        { title: fields.createdAt, cell: ({ answeredAt }) => <When at={answeredAt} /> },
        {
          title: texts.request,
          cell: ({ method, route }) => (
            <code>
              {method} {route}
            </code>
          ),
        },
        { title: texts.answer, cell: (request) => <Answer request={request} /> },
        { title: texts.took, isNumber: true, cell: ({ durationMs }) => `${String(durationMs)} ms` },
        { title: texts.key, cell: ({ clientId }) => <code>{clientId}</code> },
        { title: texts.id, cell: ({ requestId }) => <code>{requestId}</code> },
      ]}
    />
  );
};

const Answer = ({ request: { status, code } }: { readonly request: KeyRequest }) => (
  <>
    <span className={`status ${status < 400 ? 'good' : 'bad'}`}>{status}</span> {code !== null && <code>{code}</code>}
  </>
);
