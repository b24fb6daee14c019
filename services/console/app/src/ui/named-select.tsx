interface Props {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  /** In the reader's language. */
  readonly names: Readonly<Record<string, string>>;
  readonly chosen?: string | undefined;
  readonly onChoose?: (value: string) => void;
}

/** One of some values, of which one is always chosen. */
export const NamedSelect = ({ name, label, values, names, chosen, onChoose }: Props) => (
  <label>
    {label}
    <select name={name} defaultValue={chosen} onChange={({ target }) => onChoose?.(target.value)}>
      {values.map((value) => (
        <option key={value} value={value}>
          {names[value] ?? value}
        </option>
      ))}
    </select>
  </label>
);
