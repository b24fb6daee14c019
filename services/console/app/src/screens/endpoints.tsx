import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Heading } from '../ui/heading.tsx';
import { sameUser } from '../ui/links.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { NewEndpoint } from './endpoints/new-endpoint.tsx';
import { useAll } from './use-all.ts';

type Endpoint = components['schemas']['Endpoint'];

export const Screen = () => {
  const { screens, fields, words } = useTexts();
  const { rows, error } = useAll<Endpoint>('endpoints', '/webhook-endpoints');
  const mayChange = useMay('webhooks:write');
  return (
    <>
      <Heading text={screens.endpoints} />
      {mayChange && <NewEndpoint />}
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.endpoints}
        rows={rows ?? (error === null ? undefined : [])}
        keyOf={({ id }) => id}
        empty={words.emptyEndpoints}
        columns={[
          {
            title: fields.url,
            cell: ({ id, url }) => (
              <Link to="/endpoints/$endpointId" params={{ endpointId: id }} search={sameUser}>
                <code>{url}</code>
              </Link>
            ),
          },
          { title: fields.description, cell: ({ description }) => description },
          { title: fields.eventTypes, cell: ({ eventTypes }) => eventTypes.join(' ') },
          { title: fields.status, cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
        ]}
      />
    </>
  );
};

export const EndpointStatus = ({ endpoint: { isEnabled, disabledReason } }: { readonly endpoint: Endpoint }) => (
  <Status of={isEnabled ? 'ENABLED' : 'DISABLED'} reason={disabledReason} />
);
