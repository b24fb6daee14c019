import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

/** For who followed the link of an invitation and signs in already. */
export const AcceptInvitation = ({ secret }: { readonly secret: string }) => {
  const api = useApi();
  const { actions, words, fields } = useTexts();
  const { run, isPending, isDone, fault, dialog } = useChange({
    change: (_input: undefined, idempotencyKey) =>
      api('/person/memberships', { method: 'POST', idempotencyKey, body: { secret } }),
    stale: ['session', 'members'],
  });
  if (isDone)
    return (
      <p className="notice good" role="status">
        {words.done}
      </p>
    );
  return (
    <div className="card">
      <ProblemNotice fault={fault} />
      <p>
        {words.invitations}: {fields.role}
      </p>
      <button type="button" className="main" disabled={isPending} onClick={() => run(undefined)}>
        {actions.accept}
      </button>
      {dialog}
    </div>
  );
};
