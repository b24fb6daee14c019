import { type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

type Enrolled = components['schemas']['EnrolledSecondFactor'];

export const EnrolApp = ({ onEnrolled }: { readonly onEnrolled: (enrolled: Enrolled) => void }) => {
  const api = useApi();
  const { fields, actions } = useTexts();
  const { run, isPending, fault, dialog } = useChange<Enrolled, string>({
    change: (password, idempotencyKey) =>
      api('/person/second-factor', { method: 'POST', idempotencyKey, body: { password } }),
    stale: [],
    onDone: onEnrolled,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (typeof password === 'string') run(password);
  };
  return (
    <>
      <ProblemNotice fault={fault} />
      <form className="filters" onSubmit={submit}>
        <label>
          {fields.password}
          <input type="password" name="password" autoComplete="current-password" required maxLength={200} />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.enrol}
        </button>
      </form>
      {dialog}
    </>
  );
};
