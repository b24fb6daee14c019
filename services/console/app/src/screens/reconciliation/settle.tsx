import { useState } from 'react';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textsOf } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

interface Props {
  readonly checkId: string;
  readonly differenceId: string;
}

/** For what no check can see. The first word stands, so it is asked for in a dialog. */
export const Settle = ({ checkId, differenceId }: Props) => {
  const api = useApi();
  const { actions, fields, words } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const path = `/statement-checks/${checkId}/differences/${differenceId}/settle`;
  const { run, isPending, fault, dialog } = useChange<unknown, string>({
    change: (note) => api(path, { method: 'POST', body: { note } }),
    stale: ['check', 'checks'],
    onDone: () => setOpen(false),
  });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {actions.settle}
      </button>
      {isOpen && (
        <Dialog title={actions.settle} onClose={() => setOpen(false)}>
          <p>{words.settleHelp}</p>
          <ProblemNotice fault={fault} />
          <form onSubmit={(event) => run(textsOf(event)['note'] ?? '')}>
            <label>
              {fields.reason}
              <textarea name="note" required maxLength={500} rows={3} />
            </label>
            <button type="submit" className="main" disabled={isPending}>
              {actions.settle}
            </button>
          </form>
        </Dialog>
      )}
      {dialog}
    </>
  );
};
