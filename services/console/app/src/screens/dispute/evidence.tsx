import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { queryText } from '../../api/call.ts';
import { useApi, useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import { AddEvidence } from './add-evidence.tsx';

type Piece = components['schemas']['DisputeEvidence'];

interface Props {
  readonly disputeId: string;
  readonly pieces: readonly Piece[];
  /** Empty for those who only look. */
  readonly actions: readonly string[];
}

/** The files and texts that speak for the sale. */
export const Evidence = ({ disputeId, pieces, actions }: Props) => {
  const api = useApi();
  const { userId } = useSession();
  const texts = useTexts();
  const { disputes, fields } = texts;
  const path = `/disputes/${disputeId}/evidence`;
  const isRemovable = actions.includes('remove_evidence');
  return (
    <section>
      <h2>{disputes.evidence}</h2>
      <DataTable
        caption={disputes.evidence}
        rows={pieces}
        keyOf={({ id }) => id}
        empty={disputes.noEvidence}
        columns={[
          {
            title: disputes.file,
            cell: ({ id, fileName }) => (
              // A link has no header to name the user in.
              <a download href={`/api${path}/${id}${queryText({ 'repasse-user': userId })}`}>
                {fileName ?? id}
              </a>
            ),
          },
          { title: fields.type, cell: ({ contentType }) => contentType },
          { title: fields.size, isNumber: true, cell: ({ sizeBytes }) => sizeBytes },
          { title: fields.createdAt, cell: ({ addedAt }) => <When at={addedAt} /> },
          {
            title: texts.actions.remove,
            cell: ({ id }) =>
              isRemovable ? (
                <ActionButton
                  text={texts.actions.remove}
                  change={() => api(`${path}/${id}`, { method: 'DELETE' })}
                  stale={['defence', 'disputes']}
                />
              ) : (
                '–'
              ),
          },
        ]}
      />
      {actions.includes('add_evidence') && <AddEvidence path={path} />}
    </section>
  );
};
