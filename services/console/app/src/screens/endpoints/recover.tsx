import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { addDays, dayAt, startOfDay } from '@repasse/values/brasilia-time';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { textsOf, type Texts } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

type Days = components['schemas']['RecoveryWindow'];
type Recovered = components['schemas']['Recovered'];

/** Everything of these days that the receiver has not taken is due again. */
export const Recover = ({ path }: { readonly path: string }) => {
  const api = useApi();
  const { actions, fields, words } = useTexts();
  const [recovered, setRecovered] = useState<Recovered>();
  const { run, isPending, fault, dialog } = useChange<Recovered, Days>({
    change: (body, idempotencyKey) => api(`${path}/recover`, { method: 'POST', idempotencyKey, body }),
    stale: ['deliveries', 'endpoint-statistics'],
    onDone: setRecovered,
  });
  return (
    <>
      <h2>{words.recoverTitle}</h2>
      <ProblemNotice fault={fault} />
      <form className="filters" onSubmit={(event) => run(daysIn(textsOf(event)))}>
        <label>
          {fields.from}
          <input type="date" name="from" required defaultValue={dayAt(new Date())} />
        </label>
        <label>
          {fields.to} ({words.optional})
          <input type="date" name="to" />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.redeliver}
        </button>
      </form>
      {recovered !== undefined && (
        <p role="status" className="notice good">
          {words.dueAgain}: {recovered.recovered}
          {recovered.hasMore && ` · ${words.moreLeft}`}
        </p>
      )}
      {dialog}
    </>
  );
};

/** The last day is meant with all its hours. */
const daysIn = ({ from = '', to = '' }: Texts): Days => ({
  from: startOfDay(from),
  ...(to !== '' && { to: startOfDay(addDays(to, 1)) }),
});
