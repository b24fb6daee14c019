import { useTexts } from '../texts/texts.tsx';
import { timeLeft } from './time-left.ts';
import { useMinute } from './use-minute.ts';

const zone = 'America/Sao_Paulo';

/** A moment in São Paulo's time, whatever the device's is: the days of reports are those. With how far it is, while that is near. */
export const When = ({ at }: { readonly at: string | null | undefined }) =>
  at === null || at === undefined ? (
    <>–</>
  ) : (
    <>
      <Moment at={at} />
      <Distance at={at} />
    </>
  );

/** Without how far it is. */
export const Moment = ({ at }: { readonly at: string }) => {
  const moment = useMoment();
  return (
    <time dateTime={at} title={`${at} (${zone})`}>
      {moment(at)}
    </time>
  );
};

const dayMs = 86_400_000;

/** How far it is, of what happens in these days: later nobody counts hours. */
const Distance = ({ at }: { readonly at: string }) => {
  const { locale } = useTexts();
  const nowMs = useMinute();
  if (Math.abs(Date.parse(at) - nowMs) > dayMs) return null;
  return <span className="soft"> {timeLeft(at, nowMs, locale)}</span>;
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
