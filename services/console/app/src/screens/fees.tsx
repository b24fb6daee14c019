import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { dayAt } from '@repasse/values/brasilia-time';
import { useTexts } from '../texts/texts.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DaysFields } from '../ui/days-fields.tsx';
import { Method } from '../ui/method.tsx';
import { Money } from '../ui/money.tsx';
import { UserField } from '../ui/user-field.tsx';
import { Month } from '../ui/when.tsx';
import { ReportScreen } from './report-screen.tsx';

type Fees = components['schemas']['FeesReport'];

export const Screen = () => {
  const { screens, fields } = useTexts();
  const month = dayAt(new Date()).slice(0, 7);
  return (
    <ReportScreen<Fees>
      title={screens.feesReport}
      name="fees"
      path="/reports/fees"
      usual={{ from: month, to: month }}
      fields={(asked) => (
        <>
          <DaysFields filters={asked} type="month" />
          <UserField value={asked['user_id']} />
        </>
      )}
      files={['csv']}
    >
      {({ data }) => (
        <DataTable
          caption={screens.feesReport}
          rows={data}
          keyOf={({ month: of, paymentMethod, currency }) => `${of} ${paymentMethod} ${currency}`}
          columns={[
            { title: fields.month, cell: ({ month }) => <Month month={month} /> },
            { title: fields.method, cell: ({ paymentMethod }) => <Method of={paymentMethod} /> },
            { title: fields.payments, isNumber: true, cell: ({ payments }) => payments },
            {
              title: fields.gross,
              isNumber: true,
              cell: ({ grossAmount, currency }) => <Money amount={grossAmount} currency={currency} />,
            },
            {
              title: fields.fee,
              isNumber: true,
              cell: ({ feeAmount, currency }) => <Money amount={feeAmount} currency={currency} />,
            },
          ]}
        />
      )}
    </ReportScreen>
  );
};
