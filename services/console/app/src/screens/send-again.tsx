import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useChange } from '../ui/step-up.tsx';

/** Of a webhook. */
export const SendAgain = ({ deliveryId }: { readonly deliveryId: string }) => {
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
