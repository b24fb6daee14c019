import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { EndpointFields, type EndpointForm } from './endpoint-fields.tsx';

type Made = components['schemas']['EndpointWithSecret'];

/** Its secret is shown once, with the answer. */
export const NewEndpoint = () => {
  const api = useApi();
  const { actions } = useTexts();
  const [made, setMade] = useState<Made>();
  const [isOpen, setOpen] = useState(false);
  const { run, isPending, fault, dialog } = useChange<Made, EndpointForm>({
    change: (body, idempotencyKey) => api('/webhook-endpoints', { method: 'POST', idempotencyKey, body }),
    stale: ['endpoints'],
    onDone: (answer) => {
      setMade(answer);
      setOpen(false);
    },
  });
  return (
    <>
      {made !== undefined && <SecretOnce secret={made.secret} />}
      {isOpen ? (
        <>
          <ProblemNotice fault={fault} />
          <EndpointFields
            action={actions.makeEndpoint}
            isPending={isPending}
            onSubmit={run}
            onCancel={() => setOpen(false)}
          />
        </>
      ) : (
        <p>
          <button type="button" className="main" onClick={() => setOpen(true)}>
            {actions.makeEndpoint}
          </button>
        </p>
      )}
      {dialog}
    </>
  );
};
