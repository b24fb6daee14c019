import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { EndpointFields, type EndpointForm } from './endpoint-fields.tsx';

type Endpoint = components['schemas']['Endpoint'];

export const EditEndpoint = ({ endpoint, path }: { readonly endpoint: Endpoint; readonly path: string }) => {
  const api = useApi();
  const { actions } = useTexts();
  const { run, isPending, fault, dialog } = useChange<Endpoint, EndpointForm>({
    change: (body) => api(path, { method: 'PATCH', body }),
    stale: ['endpoints'],
  });
  return (
    <details>
      <summary>{actions.change}</summary>
      <ProblemNotice fault={fault} />
      <EndpointFields endpoint={endpoint} action={actions.save} isPending={isPending} onSubmit={run} />
      {dialog}
    </details>
  );
};
