import { type components } from '@repasse/contracts/generated/http/identity';
import { useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { When } from '../../ui/when.tsx';
import { AddPixKey } from './add-pix-key.tsx';
import { DestinationActions } from './destination-actions.tsx';
import { useDestinations } from './use-destinations.ts';

type Destination = components['schemas']['Destination'];

const changesOf = (destination: Destination) => <DestinationActions destination={destination} />;

/** Money goes to a new one only after a while: somebody who got in finds no way to be paid at once. */
export const Destinations = ({
  seller,
}: {
  readonly seller: Pick<components['schemas']['Recipient'], 'id' | 'isManaged'>;
}) => {
  const { words, fields, kinds, actions } = useTexts();
  const { data, error } = useDestinations(seller.id);
  const mayChange = useMay('recipients:write') && seller.isManaged;
  return (
    <section>
      <h2>{words.destinations}</h2>
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.destinations}
        rows={data?.data ?? (error === null ? undefined : [])}
        keyOf={({ id }) => id}
        empty={words.noDestinations}
        columns={[
          {
            title: fields.destination,
            cell: ({ label, isDefault }) => `${label}${isDefault ? ` (${words.isDefault})` : ''}`,
          },
          { title: fields.kind, cell: ({ kind }) => kinds[kind] ?? kind },
          { title: fields.usableAt, cell: ({ usableAt }) => <When at={usableAt} /> },
          { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
          ...(mayChange ? [{ title: actions.change, cell: changesOf }] : []),
        ]}
      />
      {mayChange && <AddPixKey recipientId={seller.id} />}
    </section>
  );
};
