import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

export const RevokeKey = ({ clientId }: { readonly clientId: string }) => {
  const api = useApi();
  const { actions } = useTexts();
  const { run, isPending, fault, dialog } = useChange({
    change: (_input: undefined) => api(`/api-keys/${clientId}`, { method: 'DELETE' }),
    stale: ['keys'],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button type="button" className="danger" disabled={isPending} onClick={() => run(undefined)}>
        {actions.revoke}
      </button>
      {dialog}
    </>
  );
};
