import { useState, type SyntheticEvent } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { Copy } from '../ui/copy.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { useChange } from '../ui/step-up.tsx';
import { When } from '../ui/when.tsx';
import { useAll } from './use-all.ts';

type ApiKey = components['schemas']['ApiKey'];
type IssuedApiKey = components['schemas']['IssuedApiKey'];

export const Screen = () => {
  const { screens, fields, actions } = useTexts();
  const { rows, error } = useAll<ApiKey>('keys', '/api-keys');
  const mayChange = useMay('keys:write');
  return (
    <>
      <Heading text={screens.keys} />
      {mayChange && <NewKey />}
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.keys}
        rows={rows}
        keyOf={({ clientId }) => clientId}
        columns={[
          { title: fields.name, cell: ({ name }) => name ?? '–' },
          { title: fields.id, cell: ({ clientId }) => <code>{clientId}</code> },
          { title: fields.status, cell: ({ revokedAt }) => <Status of={revokedAt === null ? 'ACTIVE' : 'REVOKED'} /> },
          { title: fields.lastUsed, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
          { title: fields.expires, cell: ({ expiresAt }) => <When at={expiresAt} /> },
          { title: fields.scopes, cell: ({ scopes }) => scopes.join(' ') },
          {
            title: actions.revoke,
            cell: ({ clientId, revokedAt }) => (mayChange && revokedAt === null ? <Revoke clientId={clientId} /> : '–'),
          },
        ]}
      />
    </>
  );
};

const NewKey = () => {
  const api = useApi();
  const { fields, actions, words } = useTexts();
  const [made, setMade] = useState<IssuedApiKey>();
  const { run, isPending, fault, dialog } = useChange<IssuedApiKey, string>({
    change: (name, idempotencyKey) => api('/api-keys', { method: 'POST', idempotencyKey, body: { name } }),
    stale: ['keys'],
    onDone: setMade,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (typeof name === 'string') run(name.trim());
  };
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
      <form className="filters" onSubmit={submit}>
        <label>
          {fields.name}
          <input name="name" required maxLength={60} />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.makeKey}
        </button>
      </form>
      {dialog}
    </>
  );
};

const Revoke = ({ clientId }: { readonly clientId: string }) => {
  const api = useApi();
  const { actions } = useTexts();
  const { run, isPending, fault, dialog } = useChange({
    change: (_input: undefined) => api(`/api-keys/${clientId}`, { method: 'DELETE' }),
    stale: ['keys'],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button type="button" className="danger" disabled={isPending} onClick={() => run(undefined)}>
        {actions.revoke}
      </button>
      {dialog}
    </>
  );
};
