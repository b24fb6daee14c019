import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { dayAt } from '@repasse/values/brasilia-time';
import { useIsStaff } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Facts } from '../ui/facts.tsx';
import { Field } from '../ui/field.tsx';
import { sameUser } from '../ui/links.tsx';
import { NamedSelect } from '../ui/named-select.tsx';
import { UserField } from '../ui/user-field.tsx';
import { Day, Month, When } from '../ui/when.tsx';
import { ReportScreen } from './report-screen.tsx';
import { type Search } from './use-filters.ts';

type Closing = components['schemas']['Closing'];

/** The report of each day, kept byte for byte; the digest of the month proves that none has changed. */
export const Screen = () => {
  const { screens } = useTexts();
  return (
    <ReportScreen<Closing>
      title={screens.closing}
      name="closing"
      path="/reports/closing"
      usual={{ month: dayAt(new Date()).slice(0, 7) }}
      fields={(asked) => <Fields asked={asked} />}
    >
      {(closing, asked) => <Closed closing={closing} asked={asked} />}
    </ReportScreen>
  );
};

const Fields = ({ asked }: { readonly asked: Search }) => {
  const { fields, kinds } = useTexts();
  const isStaff = useIsStaff();
  return (
    <>
      <Field name="month" label={fields.month} type="month" value={asked['month']} />
      {isStaff && (
        <NamedSelect
          {...{ name: 'books', label: fields.books, values: ['USER', 'PLATFORM'], names: kinds }}
          chosen={String(asked['books'] ?? 'USER')}
        />
      )}
      <UserField value={asked['user_id']} />
    </>
  );
};

const Closed = ({ closing, asked }: { readonly closing: Closing; readonly asked: Search }) => {
  const { fields, words, screens } = useTexts();
  return (
    <>
      <p className={closing.agrees ? 'notice good' : 'notice'}>
        {closing.agrees ? words.booksAgree : words.booksDiffer}
      </p>
      {closing.differences.length > 0 && (
        <ul className="card">
          {closing.differences.map((difference) => (
            <li key={difference} lang="en">
              {difference}
            </li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          [fields.month, <Month key="month" month={closing.month} />],
          [fields.digest, <code key="d">{closing.sha256}</code>],
        ]}
      />
      <p className="soft">{closing.isComplete ? words.dayEnded : words.dayGoesOn}</p>
      <DataTable
        caption={screens.closing}
        rows={closing.days}
        keyOf={({ day }) => day}
        columns={[
          { title: fields.day, cell: ({ day }) => <ToDay day={day} asked={asked} /> },
          { title: fields.madeAt, cell: ({ madeAt }) => <When at={madeAt} /> },
          { title: fields.comparedAt, cell: ({ comparedAt }) => <When at={comparedAt} /> },
          { title: fields.digest, cell: ({ sha256 }) => <code>{sha256}</code> },
        ]}
      />
    </>
  );
};

/** The day's own report: the statement of a user, the settlement of the platform. */
const ToDay = ({ day, asked }: { readonly day: string; readonly asked: Search }) => {
  const isPlatform = asked['books'] === 'PLATFORM';
  const about = isPlatform ? { date: day } : { from: day, to: day, user_id: asked['user_id'] };
  return (
    <Link
      to={isPlatform ? '/settlement' : '/statement'}
      search={(before: { m?: number }) => ({ ...sameUser(before), ...about })}
    >
      <Day day={day} />
    </Link>
  );
};
