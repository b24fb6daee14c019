import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { addDays, dayAt } from '@repasse/values/brasilia-time';
import { useTexts } from '../texts/texts.tsx';
import { Choice } from '../ui/choice.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DaysFields } from '../ui/days-fields.tsx';
import { sameUser } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { UserField } from '../ui/user-field.tsx';
import { ReportScreen } from './report-screen.tsx';
import { userAccounts } from './ledger-values.ts';
import { type Search } from './use-filters.ts';

type Statement = components['schemas']['Statement'];

/** A week back: the API sends every entry of the days, and the files are there for longer ones. */
const daysShown = 7;

export const Screen = () => {
  const { screens } = useTexts();
  const today = dayAt(new Date());
  return (
    <ReportScreen<Statement>
      title={screens.statement}
      name="statement"
      path="/reports/statement"
      usual={{ from: addDays(today, -daysShown), to: today }}
      fields={(asked) => <Fields asked={asked} />}
      files={['csv', 'ofx']}
    >
      {(statement, asked) => <Accounts statement={statement} asked={asked} />}
    </ReportScreen>
  );
};

const Fields = ({ asked }: { readonly asked: Search }) => {
  const { fields, accounts } = useTexts();
  return (
    <>
      <DaysFields filters={asked} />
      <Choice name="account" label={fields.account} values={userAccounts} texts={accounts} chosen={asked['account']} />
      <UserField value={asked['user_id']} />
    </>
  );
};

/** Each sum leads to the entries it is of. */
const Accounts = ({ statement, asked }: { readonly statement: Statement; readonly asked: Search }) => {
  const { fields, accounts, words, screens } = useTexts();
  return (
    <>
      <p className="soft">{statement.isClosed ? words.dayEnded : words.dayGoesOn}</p>
      <DataTable
        caption={screens.statement}
        rows={statement.accounts}
        keyOf={({ account }) => account}
        columns={[
          { title: fields.account, cell: ({ account }) => accounts[account] ?? account },
          { title: fields.opening, isNumber: true, cell: ({ openingBalance }) => <Money amount={openingBalance} /> },
          { title: fields.credits, isNumber: true, cell: ({ credits }) => <Money amount={credits} /> },
          { title: fields.debits, isNumber: true, cell: ({ debits }) => <Money amount={debits} /> },
          {
            title: fields.closing,
            isNumber: true,
            cell: ({ account, closingBalance }) => (
              <Link to="/ledger" search={(before: { m?: number }) => ({ ...asked, ...sameUser(before), account })}>
                <Money amount={closingBalance} />
              </Link>
            ),
          },
        ]}
      />
    </>
  );
};
