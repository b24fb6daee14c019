import { type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Copy } from '../../ui/copy.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

interface Props {
  readonly enrolled: components['schemas']['EnrolledSecondFactor'];
  readonly onCodes: (codes: readonly string[]) => void;
}

export const ConfirmApp = ({ enrolled, onCodes }: Props) => {
  const api = useApi();
  const { fields, actions, words } = useTexts();
  const { run, isPending, fault, dialog } = useChange<components['schemas']['RecoveryCodes'], string>({
    change: (code, idempotencyKey) =>
      api('/person/second-factor/confirmation', { method: 'POST', idempotencyKey, body: { code } }),
    stale: ['second-factor', 'session'],
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (typeof code === 'string') run(code.trim());
  };
  return (
    <div className="card">
      <p>{words.scanApp}</p>
      <Copy text={enrolled.secret} />
      <p>
        <a href={enrolled.uri}>otpauth</a>
      </p>
      <ProblemNotice fault={fault} />
      <form className="filters" onSubmit={submit}>
        <label>
          {fields.code}
          <input name="code" inputMode="numeric" autoComplete="one-time-code" required pattern="\d{6}" />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.confirm}
        </button>
      </form>
      {dialog}
    </div>
  );
};
