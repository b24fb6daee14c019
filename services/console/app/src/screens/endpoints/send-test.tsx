import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { TryText } from './try-text.tsx';

type Try = components['schemas']['Try'];

/** A message of its own type, now; how the receiver answered is shown. */
export const SendTest = ({ path }: { readonly path: string }) => {
  const api = useApi();
  const { actions } = useTexts();
  const [tried, setTried] = useState<Try>();
  return (
    <div className="actions">
      <ActionButton
        text={actions.sendTest}
        change={(_input, idempotencyKey) => api<Try>(`${path}/test`, { method: 'POST', idempotencyKey })}
        stale={[]}
        onDone={setTried}
      />
      {tried !== undefined && (
        <p role="status">
          <TryText of={tried} />
        </p>
      )}
    </div>
  );
};
