import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useApi } from '../../session/session.tsx';
import { keyTexts } from '../../texts/keys.ts';
import { useTexts } from '../../texts/texts.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textsOf } from '../../ui/form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { When } from '../../ui/when.tsx';

type RotatedApiKey = components['schemas']['RotatedApiKey'];

const overlapHoursMax = 168;

/** Another secret of the same key, with a time in which both count. */
export const RotateKey = ({ clientId }: { readonly clientId: string }) => {
  const api = useApi();
  const { locale } = useTexts();
  const texts = keyTexts[locale];
  const [isOpen, setOpen] = useState(false);
  const [rotated, setRotated] = useState<RotatedApiKey>();
  const { run, isPending, fault, dialog } = useChange<RotatedApiKey, number>({
    change: (overlapHours, idempotencyKey) =>
      api(`/api-keys/${clientId}/rotation`, { method: 'POST', idempotencyKey, body: { overlapHours } }),
    stale: ['keys'],
    onDone: setRotated,
  });
  const close = () => {
    setOpen(false);
    setRotated(undefined);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.rotate}
      </button>
      {isOpen && (
        <Dialog title={`${texts.rotate}: ${clientId}`} onClose={close}>
          <ProblemNotice fault={fault} />
          {rotated === undefined ? (
            <form onSubmit={(event) => run(Number(textsOf(event)['overlapHours']))}>
              <p>{texts.rotateAbout}</p>
              <label>
                {texts.overlapHours}
                <input name="overlapHours" type="number" required min={0} max={overlapHoursMax} defaultValue={24} />
              </label>
              <p className="actions">
                <button type="submit" className="main" disabled={isPending}>
                  {texts.rotate}
                </button>
              </p>
            </form>
          ) : (
            <>
              <SecretOnce secret={rotated.clientSecret} />
              <p>
                {texts.previousUntil} <When at={rotated.previousSecretUntil} />
              </p>
            </>
          )}
        </Dialog>
      )}
      {dialog}
    </>
  );
};
