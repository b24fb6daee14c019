import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { useChange } from '../ui/step-up.tsx';
import { When } from '../ui/when.tsx';
import { ListScreen } from './list-screen.tsx';

type Delivery = components['schemas']['Delivery'];

export const Screen = () => {
  const { screens, fields, actions } = useTexts();
  return (
    <ListScreen<Delivery>
      title={screens.deliveries}
      name="deliveries"
      path="/webhook-deliveries"
      choice={{ name: 'status', label: fields.status, values: ['PENDING', 'DELIVERED', 'EXHAUSTED'] }}
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
