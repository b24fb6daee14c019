import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi, useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { sameUser } from '../ui/links.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { When } from '../ui/when.tsx';
import { EndpointStatus } from './endpoints.tsx';
import { EditEndpoint } from './endpoints/edit-endpoint.tsx';
import { Recover } from './endpoints/recover.tsx';
import { Replay } from './endpoints/replay.tsx';
import { RotateSecret } from './endpoints/rotate-secret.tsx';
import { Statistics } from './endpoints/statistics.tsx';
import { SendTest } from './endpoints/send-test.tsx';
import { useOne } from './use-one.ts';

type Endpoint = components['schemas']['Endpoint'];

export const Screen = () => {
  const { endpointId = '' } = useParams({ strict: false }) as { readonly endpointId?: string };
  const { screens, words } = useTexts();
  const path = `/webhook-endpoints/${encodeURIComponent(endpointId)}`;
  const { data: endpoint, error } = useOne<Endpoint>('endpoints', path);
  const mayChange = useMay('webhooks:write');
  return (
    <>
      <Heading text={screens.endpoint} />
      <ProblemNotice fault={error} />
      {endpoint === undefined ? (
        error === null && <p className="skeleton" aria-busy="true" />
      ) : (
        <>
          <About endpoint={endpoint} />
          <p className="actions">
            <Link
              to="/deliveries"
              className="button"
              search={(before: { m?: number }) => ({ ...sameUser(before), endpointId })}
            >
              {screens.deliveries}
            </Link>
          </p>
          {mayChange && <Changes endpoint={endpoint} path={path} />}
          <h2>{words.lastDay}</h2>
          <Statistics path={path} />
          {mayChange && (
            <>
              <Recover path={path} />
              <Replay path={path} />
            </>
          )}
        </>
      )}
    </>
  );
};

const About = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const { fields } = useTexts();
  const { url, eventTypes, description, failingSince, createdAt, id } = endpoint;
  return (
    <Facts
      facts={[
        [fields.url, <code key="u">{url}</code>],
        [fields.status, <EndpointStatus key="s" endpoint={endpoint} />],
        [fields.eventTypes, eventTypes.join(' ')],
        [fields.description, description],
        [fields.failingSince, <When key="f" at={failingSince} />],
        [fields.createdAt, <When key="c" at={createdAt} />],
        [fields.id, <code key="i">{id}</code>],
      ]}
    />
  );
};

const Changes = ({ endpoint, path }: { readonly endpoint: Endpoint; readonly path: string }) => {
  const api = useApi();
  const navigate = useNavigate();
  const { actions } = useTexts();
  const { isEnabled } = endpoint;
  return (
    <>
      <EditEndpoint key={endpoint.updatedAt} endpoint={endpoint} path={path} />
      <div className="actions">
        <ActionButton
          text={isEnabled ? actions.switchOff : actions.switchOn}
          change={() => api(path, { method: 'PATCH', body: { isEnabled: !isEnabled } })}
          stale={['endpoints']}
        />
        <ActionButton
          text={actions.remove}
          isDanger
          change={() => api(path, { method: 'DELETE' })}
          stale={[]}
          onDone={() => void navigate({ to: '/endpoints', search: sameUser })}
        />
      </div>
      <SendTest path={path} />
      <RotateSecret path={path} />
    </>
  );
};
