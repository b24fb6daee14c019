import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { When } from '../../ui/when.tsx';

type Secret = components['schemas']['WebhookSecret'];

/** The old secret signs beside the new one for a day. */
export const RotateSecret = ({ path }: { readonly path: string }) => {
  const api = useApi();
  const { actions, words } = useTexts();
  const [rotated, setRotated] = useState<Secret>();
  return (
    <>
      {rotated !== undefined && (
        <>
          <SecretOnce secret={rotated.secret} />
          <p>
            {words.oldSecretUntil}: <When at={rotated.previousSecretExpiresAt} />
          </p>
        </>
      )}
      <div className="actions">
        <ActionButton
          text={actions.rotateSecret}
          change={(_input, idempotencyKey) => api<Secret>(`${path}/rotate-secret`, { method: 'POST', idempotencyKey })}
          stale={[]}
          onDone={setRotated}
        />
      </div>
    </>
  );
};
