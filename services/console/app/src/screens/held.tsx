import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Filters } from '../ui/filters.tsx';
import { Money } from '../ui/money.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { useChange } from '../ui/step-up.tsx';
import { When } from '../ui/when.tsx';
import { useList } from './use-list.ts';

type Held = components['schemas']['HeldPayment'] & { readonly chargeId: string };

const statuses = ['HELD', 'ACCEPTED', 'APPLIED', 'REFUNDING', 'REFUNDED'];

export const Screen = () => {
  const { screens, fields, words, statuses: names } = useTexts();
  const { rows, error, filters, isFiltered, next, filter, turn } = useList<Held>('held', '/held-payments');
  return (
    <>
      <Heading text={screens.held} />
      <Filters key={JSON.stringify(filters)} isFiltered={isFiltered} onSubmit={filter}>
        <label>
          {fields.status}
          <select name="status" defaultValue={filters['status'] ?? ''}>
            <option value="">{words.all}</option>
            {statuses.map((status) => (
              <option key={status} value={status.toLowerCase()}>
                {names[status]}
              </option>
            ))}
          </select>
        </label>
      </Filters>
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.held}
        rows={rows}
        keyOf={({ paymentId }) => paymentId}
        columns={[
          { title: fields.createdAt, cell: ({ receivedAt }) => <When at={receivedAt} /> },
          {
            title: fields.amount,
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { title: fields.status, cell: ({ status, statusReason }) => <Status of={status} reason={statusReason} /> },
          {
            title: screens.charge,
            cell: ({ chargeId }) => (
              <Link
                to="/charges/$chargeId"
                params={{ chargeId }}
                search={(before: { m?: number }) => ({ m: before.m })}
              >
                <code>{chargeId}</code>
              </Link>
            ),
          },
          { title: words.attention, cell: (held) => <Decision held={held} /> },
        ]}
      />
      <Pager next={next} onNext={turn} />
    </>
  );
};

const Decision = ({ held: { chargeId, paymentId, status } }: { readonly held: Held }) => {
  const api = useApi();
  const { actions } = useTexts();
  const mayDecide = useMay('charges:write');
  const { run, isPending, fault, dialog } = useChange<unknown, 'ACCEPT' | 'REFUND'>({
    change: (action, idempotencyKey) =>
      api(`/charge/${chargeId}/held-payments/${paymentId}`, { method: 'POST', idempotencyKey, body: { action } }),
    stale: ['held', 'charge'],
  });
  if (status !== 'HELD' || !mayDecide) return <>–</>;
  return (
    <>
      <ProblemNotice fault={fault} />
      <div className="actions">
        <button type="button" disabled={isPending} onClick={() => run('ACCEPT')}>
          {actions.accept}
        </button>
        <button type="button" disabled={isPending} onClick={() => run('REFUND')}>
          {actions.giveBack}
        </button>
      </div>
      {dialog}
    </>
  );
};
