interface Props {
  readonly name: string;
  readonly label: string;
  readonly value?: string | number | undefined;
  readonly type?: 'text' | 'date' | 'month' | 'number';
  readonly inputMode?: 'decimal' | 'numeric';
  readonly maxLength?: number;
}

/** A filter that is typed. */
export const Field = ({ name, label, value, type = 'text', inputMode, maxLength }: Props) => (
  <label>
    {label}
    <input
      name={name}
      type={type}
      defaultValue={value}
      inputMode={inputMode}
      maxLength={maxLength}
      // Browsers without a picker of months show a field of text.
      {...(type === 'month' && { pattern: String.raw`\d{4}-\d{2}`, placeholder: '2026-01' })}
    />
  </label>
);
