import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { dayAt } from '@repasse/values/brasilia-time';
import { useTexts } from '../texts/texts.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Field } from '../ui/field.tsx';
import { useMethodName } from '../ui/method.tsx';
import { Money } from '../ui/money.tsx';
import { ReportScreen } from './report-screen.tsx';

type Report = components['schemas']['SettlementReport'];
type Line = Report['lines'][number];

const counted = [
  'received',
  'surplus',
  'refunded',
  'disputesOpened',
  'disputesWon',
  'disputesLost',
  'paidOut',
  'returned',
] as const;

/** What moved at the providers on a day, for comparison with their own statements. For staff. */
export const Screen = () => {
  const { screens, fields, words } = useTexts();
  return (
    <ReportScreen<Report>
      title={screens.settlement}
      name="day-settlement"
      path="/reports/settlement"
      usual={{ date: dayAt(new Date()) }}
      fields={(asked) => <Field name="date" label={fields.day} type="date" value={asked['date']} />}
      files={['csv']}
    >
      {({ lines, isClosed }) => (
        <>
          <p className="soft">{isClosed ? words.dayEnded : words.dayGoesOn}</p>
          <Lines lines={lines} />
        </>
      )}
    </ReportScreen>
  );
};

const balances = { opening: 'openingBalance', movement: 'movement', closing: 'closingBalance' } as const;

/** Few ways to pay beside each other, and what is told of each one below the other. */
const Lines = ({ lines }: { readonly lines: readonly Line[] }) => {
  const { screens, fields, words } = useTexts();
  const methodOf = useMethodName();
  const rows = [
    ...counted.map((name) => ({ name, cell: (line: Line) => <Counted of={line[name]} currency={line.currency} /> })),
    ...Object.entries(balances).map(([name, of]) => ({
      name: name as keyof typeof balances,
      cell: (line: Line) => <Money amount={line[of]} currency={line.currency} />,
    })),
  ];
  return (
    <DataTable
      caption={screens.settlement}
      rows={lines.length === 0 ? [] : rows}
      keyOf={({ name }) => name}
      empty={words.nothingMoved}
      columns={[
        { title: fields.method, cell: ({ name }) => fields[name] },
        ...lines.map((line) => ({
          ...{ title: `${methodOf(line.paymentMethod)} (${line.currency})`, isNumber: true },
          cell: ({ cell }: (typeof rows)[number]) => cell(line),
        })),
      ]}
    />
  );
};

const Counted = ({ of, currency }: { readonly of: Line['received']; readonly currency: string }) =>
  of.count === 0 ? (
    <>–</>
  ) : (
    <>
      <Money amount={of.amount} currency={currency} /> ({of.count})
    </>
  );
