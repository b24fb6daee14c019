import { useTexts } from '../texts/texts.tsx';
import { Field } from './field.tsx';

interface Props {
  readonly filters: Readonly<Record<string, string | number | undefined>>;
  readonly type?: 'date' | 'month';
}

/** From the beginning of one day, or month, to the end of another. */
export const DaysFields = ({ filters, type = 'date' }: Props) => {
  const { fields } = useTexts();
  return (
    <>
      <Field name="from" label={fields.from} type={type} value={filters['from']} />
      <Field name="to" label={fields.to} type={type} value={filters['to']} />
    </>
  );
};
