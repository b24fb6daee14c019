import { useState, type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Copy } from '../../ui/copy.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { RoleSelect } from './role-select.tsx';

type Issued = components['schemas']['IssuedInvitation'];
type Asked = components['schemas']['InviteMember'];

/** The link is shown once, to be sent to that person alone. */
export const Invite = () => {
  const api = useApi();
  const { fields, actions, words } = useTexts();
  const [issued, setIssued] = useState<Issued>();
  const { run, isPending, fault, dialog } = useChange<Issued, Asked>({
    change: (body, idempotencyKey) => api('/invitations', { method: 'POST', idempotencyKey, body }),
    stale: ['invitations'],
    onDone: setIssued,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = '', role = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    run({ email: email.trim(), role: role as Asked['role'] });
  };
  return (
    <>
      <ProblemNotice fault={fault} />
      {issued !== undefined && (
        <div className="notice good" role="status">
          <p>{words.invitationLink}</p>
          <Copy text={`${location.origin}/invitation?secret=${issued.secret}`} />
        </div>
      )}
      <form className="filters" onSubmit={submit}>
        <label>
          {fields.email}
          <input type="email" name="email" required maxLength={254} autoComplete="off" />
        </label>
        <label>
          {fields.role}
          <RoleSelect label={fields.role} />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.invite}
        </button>
      </form>
      {dialog}
    </>
  );
};
