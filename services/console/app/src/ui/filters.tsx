import { type ReactNode, type SyntheticEvent } from 'react';
import { useTexts } from '../texts/texts.tsx';

interface Props {
  /** What the address has now. */
  readonly isFiltered: boolean;
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void;
  readonly children: ReactNode;
}

/** Filters live in the address alone, so that a link means the same to a colleague; "clear" shows while there are any. */
export const Filters = ({ isFiltered, onSubmit, children }: Props) => {
  const { actions } = useTexts();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value.trim()] as const] : [],
    );
    onSubmit(Object.fromEntries(entries));
  };
  return (
    <form className="filters" onSubmit={submit} role="search">
      {children}
      <button type="submit" className="main">
        {actions.search}
      </button>
      {isFiltered && (
        <button type="button" onClick={() => onSubmit({})}>
          {actions.clear}
        </button>
      )}
    </form>
  );
};
