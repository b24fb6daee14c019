import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { RoleSelect } from './role-select.tsx';

type Member = components['schemas']['Member'];

/** Another role, or none. */
export const MemberActions = ({ member }: { readonly member: Member }) => {
  const api = useApi();
  const { actions, fields } = useTexts();
  const path = `/members/${member.personId}`;
  const change = useChange<unknown, string>({
    change: (role) => api(path, { method: 'PATCH', body: { role } }),
    stale: ['members', 'session'],
  });
  const remove = useChange({
    change: (_input: undefined) => api(path, { method: 'DELETE' }),
    stale: ['members'],
  });
  return (
    <>
      <ProblemNotice fault={change.fault ?? remove.fault} />
      <div className="actions">
        <RoleSelect label={`${fields.role}: ${member.name}`} value={member.role} onChange={change.run} />
        <button type="button" className="danger" disabled={remove.isPending} onClick={() => remove.run(undefined)}>
          {actions.remove}
        </button>
      </div>
      {change.dialog}
      {remove.dialog}
    </>
  );
};
