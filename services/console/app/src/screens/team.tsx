import { useSearch } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { When } from '../ui/when.tsx';
import { AcceptInvitation } from './team/accept-invitation.tsx';
import { Invite } from './team/invite.tsx';
import { OpenInvitations } from './team/open-invitations.tsx';
import { MemberActions } from './team/member-actions.tsx';
import { useAll } from './use-all.ts';

type Member = components['schemas']['Member'];

export const Screen = () => {
  const { screens, fields, words, roles, actions } = useTexts();
  const { rows, error } = useAll<Member>('members', '/members');
  const mayChange = useMay('members:write');
  const { invitation }: { readonly invitation?: string } = useSearch({ strict: false });
  return (
    <>
      <Heading text={screens.team} />
      {invitation !== undefined && <AcceptInvitation secret={invitation} />}
      {mayChange && <Invite />}
      <ProblemNotice fault={error} />
      <DataTable<Member>
        caption={screens.team}
        rows={rows}
        keyOf={({ personId }) => personId}
        columns={[
          { title: fields.name, cell: ({ name }) => name },
          { title: fields.email, cell: ({ email }) => email },
          { title: fields.role, cell: ({ role }) => roles[role] ?? role },
          {
            title: fields.secondFactor,
            cell: ({ hasSecondFactor, hasPasskey }) => (hasSecondFactor || hasPasskey ? words.yes : words.no),
          },
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
          { title: actions.change, cell: (member) => (mayChange ? <MemberActions member={member} /> : '–') },
        ]}
      />
      {mayChange && <OpenInvitations />}
    </>
  );
};
