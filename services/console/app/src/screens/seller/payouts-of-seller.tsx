import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../../texts/texts.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PayoutLink, UserLink } from '../../ui/links.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { useOne } from '../use-one.ts';
import { WithdrawLink } from '../withdraw/withdraw-link.tsx';

type Payouts = components['schemas']['Payouts'];

const latest = 10;

interface Props {
  readonly userId: number;
  readonly isOwn: boolean;
}

export const PayoutsOfSeller = ({ userId, isOwn }: Props) => {
  const { words, fields, screens } = useTexts();
  const { data, error } = useOne<Payouts>('payouts', '/payouts', { user_id: userId, limit: latest });
  return (
    <section>
      <h2>{words.latestPayouts}</h2>
      <WithdrawLink {...(!isOwn && { ofUser: userId })} />
      <ProblemNotice fault={error} />
      <DataTable
        caption={words.latestPayouts}
        rows={data?.data ?? (error === null ? undefined : [])}
        keyOf={({ id }) => id}
        empty={words.noPayouts}
        columns={[
          {
            title: fields.createdAt,
            cell: ({ id, createdAt }) => <PayoutLink payoutId={id}>{<When at={createdAt} />}</PayoutLink>,
          },
          { title: fields.status, cell: ({ status }) => <Status of={status} /> },
          { title: fields.amount, isNumber: true, cell: ({ payoutAmount }) => <Money amount={payoutAmount} /> },
          { title: fields.destination, cell: ({ destination }) => destination.label },
          {
            title: fields.endToEndId,
            cell: ({ endToEndId, transactionHash }) => <code>{endToEndId ?? transactionHash ?? '–'}</code>,
          },
        ]}
      />
      <p>
        <UserLink to="/payouts" ofUser={userId}>
          {screens.payouts}
        </UserLink>
      </p>
    </section>
  );
};
