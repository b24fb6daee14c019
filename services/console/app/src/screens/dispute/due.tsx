import { useTexts } from '../../texts/texts.tsx';
import { timeLeft } from '../../ui/time-left.ts';
import { Moment } from '../../ui/when.tsx';

interface Props {
  readonly respondBy: string | null;
  /** How much time is left matters only then. */
  readonly isWaiting: boolean;
}

/** Until when a dispute is answered, and how far that is. */
export const Due = ({ respondBy, isWaiting }: Props) => {
  const { disputes, locale } = useTexts();
  if (respondBy === null) return <>{isWaiting ? disputes.noTime : '–'}</>;
  return (
    <>
      <Moment at={lastMomentBefore(respondBy)} />
      {isWaiting && ` · ${timeLeft(respondBy, Date.now(), locale)}`}
    </>
  );
};

/** A time limit ends as a day begins; to people it ends with the day before. */
const lastMomentBefore = (respondBy: string): string => new Date(Date.parse(respondBy) - 1).toISOString();
