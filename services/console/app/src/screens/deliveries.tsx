import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Filters } from '../ui/filters.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { useChange } from '../ui/step-up.tsx';
import { When } from '../ui/when.tsx';
import { useList } from './use-list.ts';

type Delivery = components['schemas']['Delivery'];

export const Screen = () => {
  const { screens, fields, words, actions, statuses: names } = useTexts();
  const { rows, error, filters, isFiltered, next, filter, turn } = useList<Delivery>(
    'deliveries',
    '/webhook-deliveries',
  );
  return (
    <>
      <Heading text={screens.deliveries} />
      <Filters key={JSON.stringify(filters)} isFiltered={isFiltered} onSubmit={filter}>
        <label>
          {fields.status}
          <select name="status" defaultValue={filters['status'] ?? ''}>
            <option value="">{words.all}</option>
            {['PENDING', 'DELIVERED', 'EXHAUSTED'].map((status) => (
              <option key={status} value={status}>
                {names[status]}
              </option>
            ))}
          </select>
        </label>
      </Filters>
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.deliveries}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
          { title: fields.type, cell: ({ eventType }) => eventType },
          { title: fields.status, cell: ({ status }) => <Status of={status} /> },
          { title: fields.attempts, isNumber: true, cell: ({ attempts }) => attempts },
          { title: fields.url, cell: ({ url }) => <code>{url}</code> },
          { title: actions.redeliver, cell: ({ id }) => <SendAgain deliveryId={id} /> },
        ]}
      />
      <Pager next={next} onNext={turn} />
    </>
  );
};

const SendAgain = ({ deliveryId }: { readonly deliveryId: string }) => {
  const api = useApi();
  const { actions } = useTexts();
  const maySend = useMay('webhooks:write');
  const { run, isPending, fault, dialog } = useChange({
    change: (_input: undefined, idempotencyKey) =>
      api(`/webhook-deliveries/${deliveryId}/redeliver`, { method: 'POST', idempotencyKey }),
    stale: ['deliveries'],
  });
  if (!maySend) return <>–</>;
  return (
    <>
      <ProblemNotice fault={fault} />
      <button type="button" disabled={isPending} onClick={() => run(undefined)}>
        {actions.redeliver}
      </button>
      {dialog}
    </>
  );
};
