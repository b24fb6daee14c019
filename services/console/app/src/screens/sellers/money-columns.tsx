import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type components as Ledger } from '@repasse/contracts/generated/http/split-settlement';
import { useApi, useIsStaff, useMay, useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Column } from '../../ui/data-table.tsx';
import { UserLink } from '../../ui/links.tsx';
import { Money } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { useList } from '../use-list.ts';

type Recipient = components['schemas']['Recipient'];
type MoneyOfSeller = Ledger['schemas']['MoneyOfSeller'];

/** Of the page that the list has just read, so that the books are asked once for all of it. */
const useMoney = (isAsked: boolean): ReadonlyMap<number, MoneyOfSeller> => {
  const api = useApi();
  const { userId } = useSession();
  const { rows = [] } = useList<Recipient>('sellers', '/recipients');
  const ids = rows.map(({ id }) => id).join(',');
  const { data } = useQuery({
    queryKey: ['money of sellers', userId, ids],
    queryFn: ({ signal }) =>
      api<{ readonly data: readonly MoneyOfSeller[] }>('/sellers/money', { query: { user_ids: ids }, signal }),
    enabled: isAsked && ids !== '',
  });
  return new Map(data?.data.map((money) => [money.userId, money]));
};

/** What sellers were paid last and, for staff, what they have. Nobody is shown a column of what they may not see. */
export const useMoneyColumns = (): readonly Column<Recipient>[] => {
  const { home, words } = useTexts();
  const [isStaff, maySeeMoney] = [useIsStaff(), useMay('balance:read')];
  const money = useMoney(maySeeMoney);
  if (!maySeeMoney) return [];
  const lastPayout: Column<Recipient> = {
    title: home.lastPayout,
    cell: ({ id }) => <LastPayout sellerId={id} payout={money.get(id)?.lastPayout} />,
  };
  if (!isStaff) return [lastPayout];
  const ofBalance = (part: 'available' | 'debt'): Column<Recipient> => ({
    title: words[part],
    isNumber: true,
    cell: ({ id }) => (
      <UserLink to="/ledger" ofUser={id}>
        <Money amount={money.get(id)?.balance?.[part]} />
      </UserLink>
    ),
  });
  return [lastPayout, ofBalance('available'), ofBalance('debt')];
};

interface LastPayoutProps {
  readonly sellerId: number;
  readonly payout: MoneyOfSeller['lastPayout'] | undefined;
}

const LastPayout = ({ sellerId, payout }: LastPayoutProps) => {
  if (payout === undefined || payout === null) return <>–</>;
  return (
    <UserLink to="/payouts" ofUser={sellerId}>
      <Money amount={payout.amount} /> <Status of={payout.status} />
    </UserLink>
  );
};
