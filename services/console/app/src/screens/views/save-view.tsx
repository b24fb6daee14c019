import { useState } from 'react';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { viewTexts } from '../../texts/views.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textsOf } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';

interface Props {
  readonly screen: string;
  readonly filters: Readonly<Record<string, string>>;
}

export const SaveView = ({ screen, filters }: Props) => {
  const { locale } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {viewTexts[locale].save}
      </button>
      {isOpen && <SaveDialog screen={screen} filters={filters} onClose={() => setOpen(false)} />}
    </>
  );
};

const SaveDialog = ({ screen, filters, onClose }: Props & { readonly onClose: () => void }) => {
  const api = useApi();
  const { locale, actions } = useTexts();
  const texts = viewTexts[locale];
  const { run, isPending, fault } = useChange<unknown, object>({
    change: (body, idempotencyKey) => api('/views', { method: 'POST', idempotencyKey, body }),
    stale: ['views'],
    onDone: onClose,
  });
  return (
    <Dialog title={texts.save} onClose={onClose}>
      <ProblemNotice fault={fault} />
      <form
        onSubmit={(event) => {
          const { name, isShared } = textsOf(event);
          run({ screen, name, filters, isShared: isShared !== undefined });
        }}
      >
        <label>
          {texts.name}
          <input name="name" required maxLength={60} />
        </label>
        <p className="soft">{texts.sameName}</p>
        <Checkbox name="isShared" label={texts.share} isTicked={false} />
        <p className="soft">{texts.shareAbout}</p>
        <p className="actions">
          <button type="submit" className="main" disabled={isPending}>
            {actions.save}
          </button>
        </p>
      </form>
    </Dialog>
  );
};
