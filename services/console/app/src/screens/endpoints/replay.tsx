import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { textsOf } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { TryText } from './try-text.tsx';

type Answer = components['schemas']['Replay'];
type Asked = components['schemas']['ReplayEndpoint'];

/** The latest messages at another address, and both answers side by side. Nothing about the endpoint changes. */
export const Replay = ({ path }: { readonly path: string }) => {
  const api = useApi();
  const { actions, fields, words } = useTexts();
  const [answer, setAnswer] = useState<Answer>();
  const { run, isPending, fault, dialog } = useChange<Answer, Asked>({
    change: (body, idempotencyKey) => api(`${path}/replay`, { method: 'POST', idempotencyKey, body }),
    stale: [],
    onDone: setAnswer,
  });
  return (
    <>
      <h2>{words.replayTitle}</h2>
      <ProblemNotice fault={fault} />
      <form
        className="filters"
        onSubmit={(event) => {
          const { url = '', last } = textsOf(event);
          run({ url, last: Number(last) });
        }}
      >
        <label>
          {fields.url}
          <input type="url" name="url" required maxLength={2000} />
        </label>
        <label>
          {fields.count}
          <input type="number" name="last" required min={1} max={25} defaultValue={10} />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.tryThere}
        </button>
      </form>
      {answer !== undefined && <Compared answer={answer} />}
      {dialog}
    </>
  );
};

const Compared = ({ answer: { same, different, notTried, results } }: { readonly answer: Answer }) => {
  const { fields, words } = useTexts();
  return (
    <>
      <p role="status">
        {words.same}: {same} · {words.different}: {different} · {words.notTried}: {notTried}
      </p>
      <DataTable
        caption={words.replayTitle}
        rows={results}
        keyOf={({ eventId }) => eventId}
        columns={[
          { title: fields.type, cell: ({ eventType }) => eventType },
          { title: words.now, cell: ({ original }) => <TryText of={original} /> },
          { title: words.there, cell: ({ replay }) => <TryText of={replay} /> },
        ]}
      />
    </>
  );
};
