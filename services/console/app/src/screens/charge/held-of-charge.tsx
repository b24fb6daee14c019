import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useHeldColumns } from '../held-columns.tsx';
import { HeldDecision } from '../held-decision.tsx';
import { useOne } from '../use-one.ts';

type Held = components['schemas']['HeldPayments'];

/** Money that came for the charge and that it had no use for. Of most there is none. */
export const HeldOfCharge = ({ chargeId }: { readonly chargeId: string }) => {
  const { screens, fields } = useTexts();
  const heldColumns = useHeldColumns();
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
          ...heldColumns,
          { title: fields.decision, cell: (held) => <HeldDecision held={{ ...held, chargeId }} /> },
        ]}
      />
    </section>
  );
};
