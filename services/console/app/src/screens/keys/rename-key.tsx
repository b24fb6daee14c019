import { useState } from 'react';
import { useApi } from '../../session/session.tsx';
import { keyTexts } from '../../texts/keys.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textsOf } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

interface Props {
  readonly clientId: string;
  readonly name: string | null;
}

export const RenameKey = ({ clientId, name }: Props) => {
  const api = useApi();
  const { locale, actions, fields } = useTexts();
  const texts = keyTexts[locale];
  const [isOpen, setOpen] = useState(false);
  const { run, isPending, fault, dialog } = useChange<unknown, string>({
    change: (typed) => api(`/api-keys/${clientId}`, { method: 'PATCH', body: { name: typed } }),
    stale: ['keys'],
    onDone: () => setOpen(false),
  });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.rename}
      </button>
      {isOpen && (
        <Dialog title={`${texts.rename}: ${clientId}`} onClose={() => setOpen(false)}>
          <ProblemNotice fault={fault} />
          <form onSubmit={(event) => run(textsOf(event)['name'] ?? '')}>
            <label>
              {fields.name}
              <input name="name" required maxLength={60} defaultValue={name ?? ''} />
            </label>
            <p className="actions">
              <button type="submit" className="main" disabled={isPending}>
                {actions.save}
              </button>
            </p>
          </form>
        </Dialog>
      )}
      {dialog}
    </>
  );
};
