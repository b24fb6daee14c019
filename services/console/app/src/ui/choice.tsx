import { useTexts } from '../texts/texts.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: string | number | undefined;
  /** Of operations whose filters are written in lower case. */
  readonly isLowerCase?: boolean;
}

/** A filter by one of some states, or by none. */
export const Choice = ({ name, label, values, chosen = '', isLowerCase = false }: Props) => {
  const { words, statuses } = useTexts();
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen}>
        <option value="">{words.all}</option>
        {values.map((value) => (
          <option key={value} value={isLowerCase ? value.toLowerCase() : value}>
            {statuses[value]}
          </option>
        ))}
      </select>
    </label>
  );
};
