import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Actor } from '../ui/actor.tsx';
import { PayoutLink, SellerLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ListScreen } from './list-screen.tsx';
import { WithdrawLink } from './withdraw/withdraw-link.tsx';

type Payout = components['schemas']['Payout'];

const statuses = ['AWAITING_RELEASE', 'PENDING', 'PAID', 'FAILED', 'CANCELED', 'RETURNED'];

export const Screen = () => {
  const { screens, fields, reasons } = useTexts();
  const { portal } = useSession();
  return (
    <ListScreen<Payout>
      title={screens.payouts}
      name="payouts"
      path="/payouts"
      choice={{ name: 'status', label: fields.status, values: statuses }}
      csv
      before={<WithdrawLink />}
      keyOf={({ id }) => id}
      columns={[
        {
          title: fields.createdAt,
          cell: ({ id, createdAt }) =>
            portal === null ? (
              <PayoutLink payoutId={id}>{<When at={createdAt} />}</PayoutLink>
            ) : (
              <When at={createdAt} />
            ),
        },
        {
          title: fields.user,
          cell: ({ userId, managerUserId }) => (managerUserId === null ? userId : <SellerLink recipientId={userId} />),
        },
        { title: fields.status, cell: ({ status }) => <Status of={status} /> },
        { title: fields.amount, isNumber: true, cell: ({ payoutAmount }) => <Money amount={payoutAmount} /> },
        { title: fields.fee, isNumber: true, cell: ({ fee }) => <Money amount={fee} /> },
        { title: fields.destination, cell: ({ destination }) => destination.label },
        {
          title: fields.reason,
          isProse: true,
          cell: ({ failure, cancelReason }) => failure ?? reasons[cancelReason ?? ''] ?? cancelReason ?? '–',
        },
        {
          title: fields.endToEndId,
          cell: ({ endToEndId, transactionHash }) => <code>{endToEndId ?? transactionHash ?? '–'}</code>,
        },
        { title: fields.person, cell: ({ requestedBy }) => <Actor id={requestedBy} /> },
      ]}
    />
  );
};
