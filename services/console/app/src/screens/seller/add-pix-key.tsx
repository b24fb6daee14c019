import { type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { formTexts } from './form-texts.ts';

type PixKey = components['schemas']['PixKey'];

const types: readonly PixKey['type'][] = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'];

export const AddPixKey = ({ recipientId }: { readonly recipientId: number }) => {
  const api = useApi();
  const { fields, actions, kinds } = useTexts();
  const { run, isPending, fault, dialog } = useChange<unknown, PixKey>({
    change: (pixKey, idempotencyKey) =>
      api(`/recipients/${String(recipientId)}/destinations`, {
        ...{ method: 'POST', idempotencyKey },
        body: { kind: 'PIX_KEY', pixKey },
      }),
    stale: ['destinations'],
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    const { type, key = '' } = formTexts(event);
    run({ type: type as PixKey['type'], key });
  };
  return (
    <>
      <form className="filters after" onSubmit={submit}>
        <label>
          {fields.pixKeyType}
          <select name="type">
            {types.map((type) => (
              <option key={type} value={type}>
                {kinds[type] ?? type}
              </option>
            ))}
          </select>
        </label>
        <label>
          {fields.pixKey}
          <input name="key" required maxLength={77} autoComplete="off" />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.addKey}
        </button>
      </form>
      <ProblemNotice fault={fault} />
      {dialog}
    </>
  );
};
