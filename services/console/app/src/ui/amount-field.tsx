import { useTexts } from '../texts/texts.tsx';
import { amountHint, amountPattern } from './typed-amount.ts';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value?: string | null | undefined;
  readonly isRequired?: boolean;
}

/** An amount as people type it, with a comma or a point before the cents. */
export const AmountField = ({ name, label, value, isRequired = false }: Props) => {
  const { locale } = useTexts();
  return (
    <label>
      {label}
      <input
        name={name}
        inputMode="decimal"
        required={isRequired}
        defaultValue={value ?? ''}
        pattern={amountPattern}
        placeholder={amountHint(locale)}
      />
    </label>
  );
};
