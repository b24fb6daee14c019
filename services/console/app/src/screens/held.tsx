import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../texts/texts.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { useHeldColumns } from './held-columns.tsx';
import { HeldDecision } from './held-decision.tsx';
import { ListScreen } from './list-screen.tsx';

type Held = components['schemas']['HeldPayment'] & { readonly chargeId: string };

const statuses = ['HELD', 'ACCEPTED', 'APPLIED', 'REFUNDING', 'REFUNDED'];

export const Screen = () => {
  const { screens, fields } = useTexts();
  const heldColumns = useHeldColumns();
  return (
    <ListScreen<Held>
      title={screens.held}
      name="held"
      path="/held-payments"
      choice={{ name: 'status', label: fields.status, values: statuses, isLowerCase: true }}
      keyOf={({ paymentId }) => paymentId}
      columns={[
        ...heldColumns,
        {
          title: screens.charge,
          cell: ({ chargeId }) => <ChargeLink chargeId={chargeId} />,
        },
        { title: fields.decision, cell: (held) => <HeldDecision held={held} /> },
      ]}
    />
  );
};
