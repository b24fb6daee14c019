import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../texts/texts.tsx';
import { Actor } from '../ui/actor.tsx';
import { type Column } from '../ui/data-table.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';

type Held = components['schemas']['HeldPayment'];

/** When it came, how much it is and how it stands. */
export const useHeldColumns = (): readonly Column<Held>[] => {
  const { fields } = useTexts();
  return [
    { title: fields.createdAt, cell: ({ receivedAt }) => <When at={receivedAt} /> },
    {
      title: fields.amount,
      isNumber: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { title: fields.status, cell: ({ status, statusReason }) => <Status of={status} reason={statusReason} /> },
    { title: fields.person, cell: ({ resolvedBy }) => <Actor id={resolvedBy} /> },
  ];
};
