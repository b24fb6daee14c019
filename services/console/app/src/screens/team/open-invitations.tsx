import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { useAll } from '../use-all.ts';
import { When } from '../../ui/when.tsx';

type Invitation = components['schemas']['Invitation'];

export const OpenInvitations = () => {
  const { words, fields, roles, actions } = useTexts();
  const { rows, error } = useAll<Invitation>('invitations', '/invitations');
  return (
    <>
      <h2>{words.invitations}</h2>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.invitations}
        rows={rows ?? (error === null ? undefined : [])}
        keyOf={({ invitationId }) => invitationId}
        columns={[
          { title: fields.email, cell: ({ email }) => email },
          { title: fields.role, cell: ({ role }) => roles[role] ?? role },
          { title: fields.expires, cell: ({ expiresAt }) => <When at={expiresAt} /> },
          { title: actions.remove, cell: ({ invitationId }) => <Revoke invitationId={invitationId} /> },
        ]}
      />
    </>
  );
};

const Revoke = ({ invitationId }: { readonly invitationId: string }) => {
  const api = useApi();
  const { actions } = useTexts();
  const { run, isPending, fault, dialog } = useChange({
    change: (_input: undefined) => api(`/invitations/${invitationId}`, { method: 'DELETE' }),
    stale: ['invitations'],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button type="button" disabled={isPending} onClick={() => run(undefined)}>
        {actions.remove}
      </button>
      {dialog}
    </>
  );
};
