import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useOne } from '../use-one.ts';

type Settlement = components['schemas']['Settlement'];

/** Of whom how much is held, free again, or gone; as the ledger booked it. */
export const HeldOfDispute = ({ chargeId, disputeId }: { readonly chargeId: string; readonly disputeId: string }) => {
  const { disputes, fields, words } = useTexts();
  const { data, error } = useOne<Settlement>('settlement', `/settlements/${chargeId}`);
  const booked = data?.disputes.find((each) => each.disputeId === disputeId);
  return (
    <section>
      <h2>{disputes.held}</h2>
      <ProblemNotice fault={error} />
      {booked !== undefined && (
        <p>
          <Status of={booked.status} /> <Money amount={booked.amount} />
        </p>
      )}
      <DataTable
        caption={disputes.held}
        rows={data === undefined && error === null ? undefined : (booked?.shares ?? [])}
        keyOf={({ userId }) => String(userId)}
        columns={[
          {
            title: fields.user,
            cell: ({ userId, isOwner }) => `${String(userId)}${isOwner ? ` (${words.owner})` : ''}`,
          },
          { title: fields.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
          { title: words.debt, isNumber: true, cell: ({ fromDebt }) => <Money amount={fromDebt} /> },
        ]}
      />
    </section>
  );
};
