import { useQuery } from '@tanstack/react-query';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useApi, useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Filters } from '../ui/filters.tsx';
import { Heading } from '../ui/heading.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { EventDialog } from './events/event-dialog.tsx';
import { EventTable } from './events/event-table.tsx';
import { LiveEvents } from './events/live-events.tsx';
import { useFilters, type Search } from './use-filters.ts';

type EventPage = components['schemas']['EventPage'];

/** The feed from its beginning, page by page, and what comes from there on. One event of it may be in the address, too. */
export const Screen = () => {
  const api = useApi();
  const { userId } = useSession();
  const { screens } = useTexts();
  const { filters: address, filter } = useFilters();
  const { event, ...filters } = address;
  const query = { limit: 50, ...filters };
  const { data, error } = useQuery({
    queryKey: ['events', userId, query],
    queryFn: ({ signal }) => api<EventPage>('/events', { query, signal }),
  });
  const open = (eventId: string | undefined) => filter({ ...filters, event: eventId });
  return (
    <>
      <Heading text={screens.events} />
      <Filters
        key={JSON.stringify(filters)}
        isFiltered={Object.keys(filters).length > 0}
        onSubmit={(values) => filter(values)}
      >
        <Fields filters={filters} />
      </Filters>
      <ProblemNotice fault={error} />
      {data !== undefined && <LiveEvents key={JSON.stringify(query)} filters={filters} page={data} onOpen={open} />}
      <EventTable rows={data?.data ?? (error === null ? undefined : [])} onOpen={open} />
      <Pager next={data?.hasMore === true ? data.nextAfter : null} onNext={(after) => filter({ ...filters, after })} />
      {event !== undefined && <EventDialog eventId={String(event)} onClose={() => open(undefined)} />}
    </>
  );
};

const Fields = ({ filters }: { readonly filters: Search }) => {
  const { fields, screens, words } = useTexts();
  return (
    <>
      <label>
        {fields.eventTypes} ({words.withCommas})
        <input name="types" maxLength={2000} placeholder="charge.paid, refund.*" defaultValue={filters['types']} />
      </label>
      <label>
        {screens.charge}
        <input name="chargeId" maxLength={64} placeholder="ch_…" defaultValue={filters['chargeId']} />
      </label>
    </>
  );
};
