import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ChargeLink } from '../../ui/links.tsx';
import { When } from '../../ui/when.tsx';

type FeedEvent = components['schemas']['Event'];

interface Props {
  readonly rows: readonly FeedEvent[] | undefined;
  readonly onOpen: (eventId: string) => void;
}

export const EventTable = ({ rows, onOpen }: Props) => {
  const { screens, fields, actions } = useTexts();
  return (
    <DataTable
      caption={screens.events}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: fields.number, isNumber: true, cell: ({ sequence }) => sequence },
        { title: fields.createdAt, cell: ({ timestamp }) => <When at={timestamp} /> },
        { title: fields.type, cell: ({ type }) => type },
        { title: screens.charge, cell: (event) => <ChargeOf event={event} /> },
        {
          title: fields.id,
          cell: ({ id }) => (
            <button type="button" onClick={() => onOpen(id)}>
              {actions.show} <span className="unseen">{id}</span>
            </button>
          ),
        },
      ]}
    />
  );
};

const ChargeOf = ({ event }: { readonly event: FeedEvent }) => {
  const { charge } = event.data as { readonly charge?: { readonly id: string } | null };
  return charge === undefined || charge === null ? <>–</> : <ChargeLink chargeId={charge.id} />;
};
