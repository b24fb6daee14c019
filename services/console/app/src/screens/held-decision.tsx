import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useChange } from '../ui/step-up.tsx';

interface Props {
  readonly held: Pick<components['schemas']['HeldPayment'], 'paymentId' | 'status'> & { readonly chargeId: string };
}

/** The money is kept or given back. */
export const HeldDecision = ({ held: { chargeId, paymentId, status } }: Props) => {
  const api = useApi();
  const { actions } = useTexts();
  const mayDecide = useMay('charges:write');
  const { run, isPending, fault, dialog } = useChange<unknown, 'ACCEPT' | 'REFUND'>({
    change: (action, idempotencyKey) =>
      api(`/charge/${chargeId}/held-payments/${paymentId}`, { method: 'POST', idempotencyKey, body: { action } }),
    stale: ['held', 'charge', 'held-of-charge'],
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
