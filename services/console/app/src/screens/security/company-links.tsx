import { type components } from '@repasse/contracts/generated/http/identity';
import { callConsole } from '../../api/call.ts';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { When } from '../../ui/when.tsx';
import { useAll } from '../use-all.ts';

type CompanyLink = components['schemas']['CompanyLink'];

/** The companies whose provider the person can sign in by. */
export const CompanyLinks = () => {
  const { company, fields } = useTexts();
  const { rows, error } = useAll<CompanyLink>('company-links', '/person/company-links');
  return (
    <section>
      <h2>{company.links}</h2>
      <p>{company.linksAbout}</p>
      <ProblemNotice fault={error} />
      <DataTable
        caption={company.links}
        rows={rows ?? (error === null ? undefined : [])}
        empty={company.noLinks}
        keyOf={({ userId }) => String(userId)}
        columns={[
          { title: company.company, cell: ({ displayName }) => displayName },
          {
            title: company.linkedSince,
            cell: ({ linkedAt }) => (linkedAt === null ? company.notLinked : <When at={linkedAt} />),
          },
          { title: fields.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt === null ? '–' : <When at={lastUsedAt} />) },
          {
            title: company.link,
            cell: (link) => (link.linkedAt === null ? <Add link={link} /> : <Remove link={link} />),
          },
        ]}
      />
    </section>
  );
};

interface Props {
  readonly link: CompanyLink;
}

/** Leads to the provider, which sends the browser back to this screen. */
const Add = ({ link: { userId, displayName } }: Props) => {
  const { company } = useTexts();
  const { run, isPending, fault, dialog } = useChange<{ readonly authorizationUrl: string }>({
    change: () => callConsole('/session/company-links', { method: 'POST', body: { userId } }),
    onDone: ({ authorizationUrl }) => location.assign(authorizationUrl),
    stale: [],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button
        {...{ type: 'button', disabled: isPending, 'aria-label': `${company.link}: ${displayName}` }}
        onClick={() => run(undefined)}
      >
        {company.link}
      </button>
      {dialog}
    </>
  );
};

const Remove = ({ link: { userId, displayName } }: Props) => {
  const api = useApi();
  const { company } = useTexts();
  const { run, isPending, fault, dialog } = useChange({
    change: (_input: undefined) => api(`/person/company-links/${String(userId)}`, { method: 'DELETE' }),
    stale: ['company-links', 'session', 'sessions'],
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <button
        {...{
          type: 'button',
          className: 'danger',
          disabled: isPending,
          'aria-label': `${company.unlink}: ${displayName}`,
        }}
        onClick={() => run(undefined)}
      >
        {company.unlink}
      </button>
      {dialog}
    </>
  );
};
