import { useTexts } from '../texts/texts.tsx';

const zone = 'America/Sao_Paulo';

/** A moment in São Paulo's time, whatever the device's is: the days of reports are those. */
export const When = ({ at }: { readonly at: string | null | undefined }) => {
  const moment = useMoment();
  if (at === null || at === undefined) return <>–</>;
  return (
    <time dateTime={at} title={`${at} (${zone})`}>
      {moment(at)}
    </time>
  );
};

/** The same for a sentence that has a moment in it. */
export const useMoment = () => {
  const { locale } = useTexts();
  return (at: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(new Date(at));
};

/** A day of a report, which has no time. */
export const Day = ({ day }: { readonly day: string }) => {
  const { locale } = useTexts();
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  );
  return <time dateTime={day}>{text}</time>;
};
