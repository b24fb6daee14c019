import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../texts/texts.tsx';
import { sameUser } from '../ui/links.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ListScreen } from './list-screen.tsx';

type Batch = components['schemas']['PayoutBatch'];

/** Runs of scheduled payouts. */
export const Screen = () => {
  const { screens, fields, words } = useTexts();
  return (
    <ListScreen<Batch>
      title={screens.batches}
      name="batches"
      path="/payout-batches"
      empty={words.noRuns}
      keyOf={({ id }) => id}
      columns={[
        {
          title: fields.runAt,
          cell: ({ id, runAt }) => (
            <Link to="/payout-runs/$batchId" params={{ batchId: id }} search={sameUser}>
              <When at={runAt} />
            </Link>
          ),
        },
        { title: fields.status, cell: ({ status }) => <Status of={status} /> },
        { title: fields.startedAt, cell: ({ startedAt }) => <When at={startedAt} /> },
        { title: fields.id, cell: ({ id }) => <code>{id}</code> },
      ]}
    />
  );
};
