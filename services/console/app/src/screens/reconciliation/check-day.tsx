import { addDays, dayAt } from '@repasse/values/brasilia-time';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { textsOf } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

/** Every day is checked by itself; this asks for one at once, of all providers or one. */
export const CheckDay = () => {
  const api = useApi();
  const { actions, fields, words } = useTexts();
  const { run, isPending, isDone, fault, dialog } = useChange<unknown, object>({
    change: (body) => api('/statement-checks', { method: 'POST', body }),
    stale: ['checks', 'check'],
  });
  return (
    <details>
      <summary>{actions.checkDay}</summary>
      <ProblemNotice fault={fault} />
      <form
        className="filters"
        onSubmit={(event) => {
          const { date = '', provider = '' } = textsOf(event);
          run({ date, ...(provider !== '' && { provider }) });
        }}
      >
        <label>
          {fields.day}
          <input type="date" name="date" required defaultValue={addDays(dayAt(new Date()), -1)} />
        </label>
        <label>
          {fields.provider} ({words.optional})
          <input name="provider" maxLength={40} />
        </label>
        <button type="submit" className="main" disabled={isPending}>
          {actions.checkDay}
        </button>
        {isDone && <span role="status">{words.done}</span>}
      </form>
      {dialog}
    </details>
  );
};
