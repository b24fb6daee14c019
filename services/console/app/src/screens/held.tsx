import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../texts/texts.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ChargeLink } from '../ui/links.tsx';
import { HeldDecision } from './held-decision.tsx';
import { ListScreen } from './list-screen.tsx';

type Held = components['schemas']['HeldPayment'] & { readonly chargeId: string };

const statuses = ['HELD', 'ACCEPTED', 'APPLIED', 'REFUNDING', 'REFUNDED'];

export const Screen = () => {
  const { screens, fields, words } = useTexts();
  return (
    <ListScreen<Held>
      title={screens.held}
      name="held"
      path="/held-payments"
      choice={{ name: 'status', label: fields.status, values: statuses, isLowerCase: true }}
      keyOf={({ paymentId }) => paymentId}
      columns={[
        { title: fields.createdAt, cell: ({ receivedAt }) => <When at={receivedAt} /> },
        {
          title: fields.amount,
          isNumber: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { title: fields.status, cell: ({ status, statusReason }) => <Status of={status} reason={statusReason} /> },
        {
          title: screens.charge,
          cell: ({ chargeId }) => <ChargeLink chargeId={chargeId} />,
        },
        { title: words.attention, cell: (held) => <HeldDecision held={held} /> },
      ]}
    />
  );
};
