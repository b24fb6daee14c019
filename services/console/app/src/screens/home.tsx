import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type components as Ledger } from '@repasse/contracts/generated/http/split-settlement';
import { useApi, useMay, useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { BalanceTiles } from '../ui/balance-tiles.tsx';
import { Bars } from '../ui/bars.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { formatMinor } from '@repasse/values/money';
import { sameUser } from '../ui/links.tsx';
import { Day } from '../ui/when.tsx';
import { daysFromToday, useReceivables } from './use-receivables.ts';

type Balance = Ledger['schemas']['Balance'];
type Receivables = Ledger['schemas']['Receivables'];

const daysShown = 14;

export const Screen = () => {
  const { screens } = useTexts();
  const maySeeMoney = useMay('balance:read');
  return (
    <>
      <Heading text={screens.home} />
      {maySeeMoney && <MoneyNow />}
      <Attention />
    </>
  );
};

const MoneyNow = () => {
  const api = useApi();
  const { userId } = useSession();
  const { words, fields } = useTexts();
  const balance = useQuery({ queryKey: ['balance', userId], queryFn: () => api<Balance>('/balance') });
  const coming = useReceivables(daysFromToday(daysShown));
  const perDay = byDay(coming.data?.data ?? []);
  return (
    <>
      <ProblemNotice fault={balance.error ?? coming.error} />
      <BalanceTiles balance={balance.data} />
      <h2>{words.nextDays}</h2>
      {perDay.length > 0 && (
        <div className="card">
          <Bars bars={perDay.map(({ day, cents }) => ({ label: day, value: cents }))} />
        </div>
      )}
      <DataTable
        caption={words.nextDays}
        rows={coming.data === undefined ? undefined : perDay}
        keyOf={({ day }) => day}
        empty={words.nothingComes}
        columns={[
          { title: fields.day, cell: ({ day }) => <Day day={day} /> },
          { title: fields.count, isNumber: true, cell: ({ count }) => count },
          { title: fields.amount, isNumber: true, cell: ({ cents }) => <Money amount={formatMinor(cents)} /> },
        ]}
      />
    </>
  );
};

interface PerDay {
  readonly day: string;
  readonly count: number;
  readonly cents: number;
}

/** Of all methods and accounts together, in whole cents. */
const byDay = (rows: Receivables['data']): readonly PerDay[] => {
  const sums = new Map<string, PerDay>();
  for (const { day, count, amount } of rows) {
    const before = sums.get(day) ?? { day, count: 0, cents: 0 };
    sums.set(day, { day, count: before.count + count, cents: before.cents + Number(amount.replace('.', '')) });
  }
  return [...sums.values()];
};

interface Waiting {
  readonly data: readonly object[];
}

const Attention = () => {
  const api = useApi();
  const { userId } = useSession();
  const { words } = useTexts();
  const [mayCharges, mayPayments] = [useMay('charges:read'), useMay('payments:read')];
  const held = useQuery({
    queryKey: ['held', userId, 'count'],
    queryFn: () => api<Waiting>('/held-payments', { query: { status: 'held', limit: 100 } }),
    enabled: mayCharges,
  });
  const disputes = useQuery({
    queryKey: ['disputes', userId, 'count'],
    queryFn: () => api<Waiting>('/disputes', { query: { status: 'OPEN', limit: 100 } }),
    enabled: mayPayments,
  });
  const counts = [
    { to: '/held', status: 'held', text: words.heldWaits, count: held.data?.data.length ?? 0 },
    { to: '/disputes', status: 'OPEN', text: words.disputesOpen, count: disputes.data?.data.length ?? 0 },
  ].filter(({ count }) => count > 0);
  return (
    <>
      <h2>{words.attention}</h2>
      {counts.length === 0 ? (
        <p className="card">{words.nothingWaits}</p>
      ) : (
        <ul className="card">
          {counts.map(({ to, status, text, count }) => (
            <li key={to}>
              <Link to={to} search={(before: { m?: number }) => ({ ...sameUser(before), status })}>
                {text}: {count === 100 ? '100+' : count}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
