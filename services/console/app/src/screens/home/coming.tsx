import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type components as Ledger } from '@repasse/contracts/generated/http/split-settlement';
import { formatMinor } from '@repasse/values/money';
import { useApi, useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { BalanceTiles } from '../../ui/balance-tiles.tsx';
import { Bars } from '../../ui/bars.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { sameUser } from '../../ui/links.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Day } from '../../ui/when.tsx';
import { daysFromToday, useReceivables } from '../use-receivables.ts';
import { WithdrawLink } from '../withdraw/withdraw-link.tsx';
import { centsOf } from './overview-of.ts';

type Balance = Ledger['schemas']['Balance'];
type Receivables = Ledger['schemas']['Receivables'];

const daysShown = 14;

/** What there is, and what comes on each of the next days. */
export const Coming = () => {
  const api = useApi();
  const { userId, merchantId } = useSession();
  const { words, fields } = useTexts();
  const balance = useQuery({ queryKey: ['balance', userId, merchantId], queryFn: () => api<Balance>('/balance') });
  const coming = useReceivables(daysFromToday(daysShown));
  const perDay = byDay(coming.data?.data ?? []);
  return (
    <>
      <ProblemNotice fault={balance.error ?? coming.error} />
      <h2>{words.balance}</h2>
      <BalanceTiles balance={balance.data} />
      <WithdrawLink />
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
          {
            title: fields.count,
            isNumber: true,
            cell: ({ day, count }) => <OfDay day={day}>{count}</OfDay>,
          },
          {
            title: fields.amount,
            isNumber: true,
            cell: ({ day, cents }) => (
              <OfDay day={day}>
                <Money amount={formatMinor(cents)} />
              </OfDay>
            ),
          },
        ]}
      />
    </>
  );
};

const OfDay = ({ day, children }: { readonly day: string; readonly children: ReactNode }) => (
  <Link to="/receivables" search={(before: { m?: number }) => ({ ...sameUser(before), from: day, to: day })}>
    {children}
  </Link>
);

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
    sums.set(day, { day, count: before.count + count, cents: before.cents + centsOf(amount) });
  }
  return [...sums.values()];
};
