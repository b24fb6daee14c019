import { useTexts } from '../texts/texts.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: string | number | undefined;
  /** In the reader's language; those of statuses where nothing is said. */
  readonly texts?: Readonly<Record<string, string>>;
  /** What no choice is called; "all" of a filter. */
  readonly none?: string;
  /** Of operations whose filters are written in lower case. */
  readonly isLowerCase?: boolean;
}

/** A filter by one of some states, or by none. */
export const Choice = ({ name, label, values, chosen = '', isLowerCase = false, ...told }: Props) => {
  const { words, statuses } = useTexts();
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen}>
        <option value="">{told.none ?? words.all}</option>
        {values.map((value) => (
          <option key={value} value={isLowerCase ? value.toLowerCase() : value}>
            {(told.texts ?? statuses)[value] ?? value}
          </option>
        ))}
      </select>
    </label>
  );
};
