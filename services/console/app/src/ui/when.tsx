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

/** A month of a report, 2026-12, in words. */
export const Month = ({ month }: { readonly month: string }) => {
  const { locale } = useTexts();
  const form = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return <time dateTime={month}>{form.format(new Date(`${month}-01T00:00Z`))}</time>;
};

/** A day of a report, which has no time. */
export const Day = ({ day }: { readonly day: string }) => {
  const { locale } = useTexts();
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  );
  return <time dateTime={day}>{text}</time>;
};
