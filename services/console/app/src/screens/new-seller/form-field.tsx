import { useId } from 'react';
import { type Problem } from '../../api/problem.ts';
import { useTexts } from '../../texts/texts.tsx';

interface Props {
  /** As the API names it. */
  readonly name: string;
  readonly label: string;
  readonly fault: Problem | undefined;
  readonly type?: 'text' | 'email' | 'date' | 'tel';
  readonly maxLength?: number;
  readonly isRequired?: boolean;
}

/** A field with what the API found wrong with it, in the reader's language where we have words for it. */
export const FormField = ({ name, label, fault, type = 'text', maxLength, isRequired = false }: Props) => {
  const { selling } = useTexts();
  const id = useId();
  const found = fault?.errors.find(({ field }) => field === name);
  return (
    <label>
      {label}
      <input
        {...{ name, type, maxLength, required: isRequired }}
        autoComplete="off"
        aria-invalid={found !== undefined}
        aria-describedby={found === undefined ? undefined : id}
      />
      {found !== undefined && (
        <span className="fault" id={id}>
          {selling.faults[name] ?? found.message}
        </span>
      )}
    </label>
  );
};
