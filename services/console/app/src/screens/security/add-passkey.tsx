import { type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { makePasskey } from '../../passkeys/ceremony.ts';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

type Schemas = components['schemas'];

interface Typed {
  readonly name: string;
  readonly password: string;
}

const nameCharactersMax = 60;

export const AddPasskey = () => {
  const api = useApi();
  const { fields, actions, words } = useTexts();
  const { run, isPending, isDone, fault, dialog } = useChange<Schemas['Passkey'], Typed>({
    change: async ({ name, password }) => {
      const asking = { method: 'POST', body: { password } } as const;
      const options = await api<Schemas['PasskeyCreationOptions']>('/person/passkeys/options', asking);
      const credential = await makePasskey(options);
      return api('/person/passkeys', { method: 'POST', body: { name, credential } });
    },
    stale: ['passkeys', 'session'],
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name, password] = [form.get('passkeyName'), form.get('password')];
    if (typeof name === 'string' && typeof password === 'string') run({ name: name.trim(), password });
  };
  return (
    <>
      <ProblemNotice fault={fault} />
      {isDone && (
        <p className="notice good" role="status">
          {words.done}
        </p>
      )}
      <form className="filters" onSubmit={submit}>
        <label>
          {fields.name}
          <input name="passkeyName" required maxLength={nameCharactersMax} pattern=".*\S.*" />
        </label>
        <label>
          {fields.password}
          <input type="password" name="password" autoComplete="current-password" required maxLength={200} />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.addPasskey}
        </button>
      </form>
      {dialog}
    </>
  );
};
