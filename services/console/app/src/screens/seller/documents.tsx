import { type components } from '@repasse/contracts/generated/http/identity';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { When } from '../../ui/when.tsx';
import { useOne } from '../use-one.ts';

type Documents = components['schemas']['RecipientDocumentList'];

/** The files are with the merchant; here is what is known of them, the latest hundred. */
export const Documents = ({ recipientId }: { readonly recipientId: number }) => {
  const { words, fields, kinds } = useTexts();
  const path = `/recipients/${String(recipientId)}/documents`;
  const { data, error } = useOne<Documents>('documents', path, { limit: 100 });
  return (
    <section>
      <h2>{words.documents}</h2>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.documents}
        rows={data?.data ?? (error === null ? undefined : [])}
        keyOf={({ documentId }) => documentId}
        empty={words.noDocuments}
        columns={[
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
          { title: fields.kind, cell: ({ kind }) => kinds[kind] ?? kind },
          { title: fields.type, cell: ({ contentType }) => contentType },
          { title: fields.size, isNumber: true, cell: ({ sizeBytes }) => sizeBytes },
          { title: fields.url, cell: ({ location }) => (location === null ? '–' : <code>{location}</code>) },
        ]}
      />
    </section>
  );
};
