import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { useChange } from '../ui/step-up.tsx';
import { When } from '../ui/when.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { ListScreen } from './list-screen.tsx';

type Held = components['schemas']['HeldPayment'] & { readonly chargeId: string };

const statuses = ['HELD', 'ACCEPTED', 'APPLIED', 'REFUNDING', 'REFUNDED'];

export const Screen = () => {
  const { screens, fields, words } = useTexts();
  return (
    <ListScreen<Held>
      title={screens.held}
      name="held"
      path="/held-payments"
      choice={{ name: 'status', label: fields.status, values: statuses, isLowerCase: true }}
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
          cell: ({ chargeId }) => <ChargeLink chargeId={chargeId} />,
        },
        { title: words.attention, cell: (held) => <Decision held={held} /> },
      ]}
    />
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
