import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../../texts/texts.tsx';
import { BalanceTiles } from '../../ui/balance-tiles.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { UserLink } from '../../ui/links.tsx';
import { Method } from '../../ui/method.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Day } from '../../ui/when.tsx';
import { useOne } from '../use-one.ts';
import { daysFromToday } from '../use-receivables.ts';

type Balance = components['schemas']['Balance'];
type Receivables = components['schemas']['Receivables'];

const daysShown = 14;

/** What they have, and what comes. */
export const MoneyOfSeller = ({ userId }: { readonly userId: number }) => {
  const { words, fields, screens } = useTexts();
  const balance = useOne<Balance>('balance', '/balance', { user_id: userId });
  const days = daysFromToday(daysShown);
  const coming = useOne<Receivables>('receivables', '/receivables', { ...days, user_id: userId });
  return (
    <section>
      <h2>{words.balance}</h2>
      <ProblemNotice fault={balance.error ?? coming.error} />
      <BalanceTiles balance={balance.data} ofUser={userId} />
      <p className="files">
        <UserLink to="/statement" ofUser={userId}>
          {screens.statement}
        </UserLink>
        <UserLink to="/ledger" ofUser={userId}>
          {screens.ledger}
        </UserLink>
      </p>
      <h2>{words.nextDays}</h2>
      <DataTable
        caption={words.nextDays}
        rows={coming.data?.data ?? (coming.error === null ? undefined : [])}
        keyOf={({ day, paymentMethod, account }) => `${day} ${paymentMethod} ${account}`}
        empty={words.nothingComes}
        columns={[
          { title: fields.day, cell: ({ day }) => <Day day={day} /> },
          { title: fields.method, cell: ({ paymentMethod }) => <Method of={paymentMethod} /> },
          { title: fields.count, isNumber: true, cell: ({ count }) => count },
          { title: fields.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
        ]}
      />
    </section>
  );
};
