import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useMay } from '../session/session.tsx';
import { keyTexts } from '../texts/keys.ts';
import { requestTexts } from '../texts/requests.ts';
import { useTexts } from '../texts/texts.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Heading } from '../ui/heading.tsx';
import { sameUser } from '../ui/links.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { NewKey } from './keys/new-key.tsx';
import { RenameKey } from './keys/rename-key.tsx';
import { RevokeKey } from './keys/revoke-key.tsx';
import { RotateKey } from './keys/rotate-key.tsx';
import { useAll } from './use-all.ts';

type ApiKey = components['schemas']['ApiKey'];

export const Screen = () => {
  const { locale, screens, fields, actions } = useTexts();
  const { rows, error } = useAll<ApiKey>('keys', '/api-keys');
  const mayChange = useMay('keys:write');
  return (
    <>
      <Heading text={screens.keys} />
      {mayChange && (
        <>
          <p>
            <Link to="/device" search={sameUser} className="button">
              {keyTexts[locale].device}
            </Link>
          </p>
          <NewKey />
        </>
      )}
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.keys}
        rows={rows}
        keyOf={({ clientId }) => clientId}
        columns={[
          { title: fields.name, cell: (key) => <NameOfKey {...key} /> },
          { title: fields.status, cell: (key) => <StatusOfKey {...key} /> },
          { title: fields.lastUsed, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
          { title: fields.expires, cell: ({ expiresAt }) => <When at={expiresAt} /> },
          { title: fields.scopes, cell: (key) => <Scopes {...key} /> },
          { title: actions.change, cell: (key) => (mayChange && key.revokedAt === null ? <Changes {...key} /> : '–') },
        ]}
      />
    </>
  );
};

const NameOfKey = ({ name, clientId }: ApiKey) => (
  <>
    {name !== null && <div>{name}</div>}
    <code>{clientId}</code>
  </>
);

/** Folded: a key of everything has twenty. */
const Scopes = ({ scopes }: ApiKey) => {
  const { locale } = useTexts();
  const texts = keyTexts[locale];
  return (
    <details>
      <summary>{texts.scopesOf(scopes.length)}</summary>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{texts.scopes[scope] ?? scope}</li>
        ))}
      </ul>
    </details>
  );
};

const StatusOfKey = ({ revokedAt, previousSecretUntil }: ApiKey) => {
  const { locale } = useTexts();
  return (
    <>
      <Status of={revokedAt === null ? 'ACTIVE' : 'REVOKED'} />
      {previousSecretUntil !== null && (
        <p className="soft">
          {keyTexts[locale].previousUntil} <When at={previousSecretUntil} />
        </p>
      )}
    </>
  );
};

const Changes = ({ clientId, name }: ApiKey) => {
  const { locale } = useTexts();
  return (
    <div className="actions">
      <Link to="/requests" search={(before: { m?: number }) => ({ ...sameUser(before), clientId })} className="button">
        {requestTexts[locale].ofKey}
      </Link>
      <RenameKey clientId={clientId} name={name} />
      <RotateKey clientId={clientId} />
      <RevokeKey clientId={clientId} />
    </div>
  );
};
