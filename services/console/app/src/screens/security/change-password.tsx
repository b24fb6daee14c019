import { type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi, useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

type Asked = components['schemas']['ChangePassword'];

const charactersMin = 15;
const charactersMax = 200;

export const ChangePassword = () => {
  const api = useApi();
  const { person } = useSession();
  const { fields, actions, words } = useTexts();
  const { run, isPending, isDone, fault } = useChange<unknown, Asked>({
    change: (body) => api('/person/password', { method: 'PUT', body }),
    stale: ['sessions'],
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [currentPassword, newPassword] = [form.get('currentPassword'), form.get('newPassword')];
    if (typeof currentPassword === 'string' && typeof newPassword === 'string') run({ currentPassword, newPassword });
  };
  return (
    <section>
      <h2>{fields.newPassword}</h2>
      <ProblemNotice fault={fault} />
      {isDone && (
        <p className="notice good" role="status">
          {words.done}
        </p>
      )}
      <form className="filters" onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={person.email} readOnly />
        <label>
          {fields.password}
          <input
            type="password"
            name="currentPassword"
            autoComplete="current-password"
            required
            maxLength={charactersMax}
          />
        </label>
        <label>
          {fields.newPassword}
          <input
            {...{ type: 'password', name: 'newPassword', autoComplete: 'new-password', required: true }}
            {...{ minLength: charactersMin, maxLength: charactersMax }}
          />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.change}
        </button>
      </form>
    </section>
  );
};
