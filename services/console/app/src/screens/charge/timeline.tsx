import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/invoice-query';
import { brasiliaOffset } from '@repasse/values/brasilia-time';
import { formatAmount } from '@repasse/values/money';
import { useApi } from '../../session/session.tsx';
import { useActorNames } from '../../team/use-actor-names.ts';
import { withNames } from '../../team/with-names.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Filters } from '../../ui/filters.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useMoment, When } from '../../ui/when.tsx';
import { useFilters } from '../use-filters.ts';
import { entryText } from './entry-text.ts';

type TimelineOf = components['schemas']['Timeline'];

/** What happened, in the reader's language. */
export const Timeline = ({ chargeId }: { readonly chargeId: string }) => {
  const api = useApi();
  const { words, events } = useTexts();
  const { filters, filter } = useFilters();
  const at = momentIn(filters['at']);
  const { data, error } = useQuery({
    queryKey: ['timeline', chargeId, at],
    queryFn: () => api<TimelineOf>(`/charge/${chargeId}/timeline`, { query: { at } }),
  });
  return (
    <section>
      <h2>{words.timeline}</h2>
      <Filters key={String(filters['at'])} isFiltered={at !== undefined} onSubmit={filter}>
        <label>
          {words.asOf}
          <input type="datetime-local" name="at" defaultValue={filters['at']} aria-describedby="as-of" />
        </label>
      </Filters>
      <p id="as-of" className="soft">
        {words.asOfAbout}
      </p>
      <ProblemNotice fault={error} />
      <ol className="card timeline">
        {data?.entries.map((entry) => (
          <li key={entry.eventId}>
            <b>{events[entry.type] ?? entry.type}</b> · <When at={entry.at} />
            <br />
            <Sentence entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  );
};

/** The minute that somebody chose, to its end, in São Paulo. */
const momentIn = (chosen: string | number | undefined): string | undefined =>
  typeof chosen === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(chosen)
    ? `${chosen}:59.999${brasiliaOffset}`
    : undefined;

const Sentence = ({ entry }: { readonly entry: TimelineOf['entries'][number] }) => {
  const { locale } = useTexts();
  const [nameOf, money, moment] = [useActorNames(), useMoney(), useMoment()];
  const wording = { money: (minor: number, of: string) => money(formatAmount(minor, of), of), moment };
  const { text, lang } = entryText(entry, locale, wording);
  return (
    <span className="soft" lang={lang}>
      {withNames(text, nameOf)}
    </span>
  );
};
