import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { brasiliaOffset } from '@repasse/values/brasilia-time';
import { useApi } from '../../session/session.tsx';
import { keyTexts } from '../../texts/keys.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Copy } from '../../ui/copy.tsx';
import { textsOf, type Texts } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { ScopeChoice, scopesIn } from './scope-choice.tsx';

type IssuedApiKey = components['schemas']['IssuedApiKey'];

const keyOf = (form: Texts): object => {
  const [scopes, expiresAt] = [scopesIn(form), lastSecondOf(form['expiresAt'])];
  return {
    name: form['name'],
    ...(scopes !== undefined && { scopes }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
};

/** A key ends with the day that was chosen, in São Paulo, and shows that day. */
const lastSecondOf = (day = ''): string | undefined => (day === '' ? undefined : `${day}T23:59:59${brasiliaOffset}`);

export const NewKey = () => {
  const api = useApi();
  const { locale, fields, actions, words } = useTexts();
  const texts = keyTexts[locale];
  const [made, setMade] = useState<IssuedApiKey>();
  const { run, isPending, fault, dialog } = useChange<IssuedApiKey, object>({
    change: (body, idempotencyKey) => api('/api-keys', { method: 'POST', idempotencyKey, body }),
    stale: ['keys'],
    onDone: setMade,
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      {made !== undefined && (
        <div className="notice good" role="status">
          <p>{words.secretOnce}</p>
          <Copy text={made.clientId} />
          <Copy text={made.clientSecret} />
        </div>
      )}
      <details className="card">
        <summary>{texts.newKey}</summary>
        <form className="long" onSubmit={(event) => run(keyOf(textsOf(event)))}>
          <label>
            {fields.name}
            <input name="name" required maxLength={60} />
          </label>
          <label>
            {texts.expires} ({texts.never})
            <input name="expiresAt" type="date" />
          </label>
          <ScopeChoice asked={null} />
          <button type="submit" className="main" disabled={isPending}>
            {actions.makeKey}
          </button>
        </form>
      </details>
      {dialog}
    </>
  );
};
