import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { useAll } from '../use-all.ts';
import { When } from '../../ui/when.tsx';

type Session = components['schemas']['Session'];

export const Sessions = () => {
  const { words, fields, actions } = useTexts();
  const { rows, error } = useAll<Session>('sessions', '/person/sessions');
  return (
    <section>
      <h2>{words.sessions}</h2>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.sessions}
        rows={rows ?? (error === null ? undefined : [])}
        keyOf={({ sessionId }) => sessionId}
        columns={[
          { title: fields.lastUsed, cell: ({ usedAt }) => <When at={usedAt} /> },
          {
            title: fields.address,
            cell: ({ address, isCurrent }) => `${address}${isCurrent ? ` (${words.current})` : ''}`,
          },
          { title: fields.name, cell: ({ userAgent }) => userAgent },
          { title: actions.end, cell: ({ sessionId, isCurrent }) => (isCurrent ? '–' : <End sessionId={sessionId} />) },
        ]}
      />
    </section>
  );
};

const End = ({ sessionId }: { readonly sessionId: string }) => {
  const api = useApi();
  const { actions } = useTexts();
  const { run, isPending, fault } = useChange({
    change: (_input: undefined) => api(`/person/sessions/${sessionId}`, { method: 'DELETE' }),
    stale: ['sessions'],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button type="button" disabled={isPending} onClick={() => run(undefined)}>
        {actions.end}
      </button>
    </>
  );
};
