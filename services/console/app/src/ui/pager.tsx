import { useTexts } from '../texts/texts.tsx';

/** To the next page of a list, which stays the same while new rows arrive. */
export const Pager = ({
  next,
  onNext,
}: {
  readonly next: string | null | undefined;
  readonly onNext: (cursor: string) => void;
}) => {
  const { actions } = useTexts();
  if (next === null || next === undefined) return null;
  return (
    <p className="actions">
      <button type="button" onClick={() => onNext(next)}>
        {actions.more}
      </button>
    </p>
  );
};
