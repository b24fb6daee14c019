import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { HeldDecision } from '../held-decision.tsx';
import { useOne } from '../use-one.ts';

type Held = components['schemas']['HeldPayments'];

/** Money that came for the charge and that it had no use for. Of most there is none. */
export const HeldOfCharge = ({ chargeId }: { readonly chargeId: string }) => {
  const { screens, words, fields } = useTexts();
  const { data, error } = useOne<Held>('held-of-charge', `/charge/${chargeId}/held-payments`);
  if (error === null && (data === undefined || data.data.length === 0)) return null;
  return (
    <section>
      <h2>{screens.held}</h2>
      <ProblemNotice fault={error} />
      <DataTable
        caption={screens.held}
        rows={data?.data ?? []}
        keyOf={({ paymentId }) => paymentId}
        columns={[
          { title: fields.createdAt, cell: ({ receivedAt }) => <When at={receivedAt} /> },
          {
            title: fields.amount,
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { title: fields.status, cell: ({ status, statusReason }) => <Status of={status} reason={statusReason} /> },
          { title: words.attention, cell: (held) => <HeldDecision held={{ ...held, chargeId }} /> },
        ]}
      />
    </section>
  );
};
