import { type components } from '@repasse/contracts/generated/http/identity';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { useOne } from '../use-one.ts';

type Steps = components['schemas']['VerificationSteps'];

export const VerificationSteps = ({ recipientId }: { readonly recipientId: number }) => {
  const { words, fields } = useTexts();
  const { data, error } = useOne<Steps>('verification-steps', `/recipients/${String(recipientId)}/verification`);
  return (
    <>
      <h3>{words.verificationSteps}</h3>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.verificationSteps}
        rows={data?.steps ?? (error === null ? undefined : [])}
        keyOf={({ happenedAt, verification }) => `${happenedAt} ${verification}`}
        empty={words.nothingWaits}
        columns={[
          { title: fields.createdAt, cell: ({ happenedAt }) => <When at={happenedAt} /> },
          { title: fields.verification, cell: ({ verification }) => <Status of={verification} /> },
          { title: fields.reason, cell: ({ reasons }) => reasons.join(', ') || '–' },
          { title: fields.user, cell: ({ byUserId }) => byUserId ?? '–' },
          { title: fields.person, cell: ({ byClientId }) => <code>{byClientId}</code> },
        ]}
      />
    </>
  );
};
