import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/invoice-query';
import { useApi } from '../../session/session.tsx';
import { useActorNames } from '../../team/use-actor-names.ts';
import { withNames } from '../../team/with-names.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { When } from '../../ui/when.tsx';

type TimelineOf = components['schemas']['Timeline'];

/** What happened, in the reader's language; the API's own English sentence says more. */
export const Timeline = ({ chargeId }: { readonly chargeId: string }) => {
  const api = useApi();
  const { words, events } = useTexts();
  const nameOf = useActorNames();
  const { data, error } = useQuery({
    queryKey: ['timeline', chargeId],
    queryFn: () => api<TimelineOf>(`/charge/${chargeId}/timeline`),
  });
  return (
    <section>
      <h2>{words.timeline}</h2>
      <ProblemNotice fault={error} />
      <ol className="card timeline">
        {data?.entries.map(({ eventId, at, type, text }) => (
          <li key={eventId}>
            <b>{events[type] ?? type}</b> · <When at={at} />
            <br />
            <span className="soft" lang="en">
              {withNames(text, nameOf)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};
