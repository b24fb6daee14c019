import { type components } from '@repasse/contracts/generated/http/identity';
import { hasPasskeys } from '../../passkeys/ceremony.ts';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { When } from '../../ui/when.tsx';
import { useAll } from '../use-all.ts';
import { AddPasskey } from './add-passkey.tsx';

type Passkey = components['schemas']['Passkey'];

export const Passkeys = () => {
  const { words, fields, actions } = useTexts();
  const { rows, error } = useAll<Passkey>('passkeys', '/person/passkeys');
  return (
    <section>
      <h2>{words.passkeys}</h2>
      <p>{words.passkeysAbout}</p>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.passkeys}
        rows={rows ?? (error === null ? undefined : [])}
        empty={words.noPasskeys}
        keyOf={({ passkeyId }) => passkeyId}
        columns={[
          { title: fields.name, cell: ({ name }) => name },
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
          { title: fields.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt === null ? '–' : <When at={lastUsedAt} />) },
          { title: actions.remove, cell: (passkey) => <Remove passkey={passkey} /> },
        ]}
      />
      {hasPasskeys() && <AddPasskey />}
    </section>
  );
};

const Remove = ({ passkey: { passkeyId, name } }: { readonly passkey: Passkey }) => {
  const api = useApi();
  const { actions } = useTexts();
  const { run, isPending, fault, dialog } = useChange({
    change: (_input: undefined) => api(`/person/passkeys/${passkeyId}`, { method: 'DELETE' }),
    stale: ['passkeys', 'session', 'sessions'],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button
        {...{ type: 'button', className: 'danger', disabled: isPending, 'aria-label': `${actions.remove}: ${name}` }}
        onClick={() => run(undefined)}
      >
        {actions.remove}
      </button>
      {dialog}
    </>
  );
};
