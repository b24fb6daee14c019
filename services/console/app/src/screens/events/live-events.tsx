import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useTexts } from '../../texts/texts.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { type Search } from '../use-filters.ts';
import { EventTable } from './event-table.tsx';
import { useLiveEvents } from './use-live-events.ts';

interface Props {
  readonly filters: Search;
  /** Behind which it begins. */
  readonly page: components['schemas']['EventPage'];
  readonly onOpen: (eventId: string) => void;
}

/** A page that asks for nothing until it is told to; the newest event first. */
export const LiveEvents = ({ filters, page, onOpen }: Props) => {
  const { actions, words } = useTexts();
  const [isLive, setLive] = useState(false);
  const { events, fault } = useLiveEvents({ isLive, filters, after: page.nextAfter });
  return (
    <>
      <p className="actions">
        <button type="button" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
          {isLive ? actions.stop : actions.follow}
        </button>
      </p>
      <ProblemNotice fault={fault} />
      {isLive && events.length === 0 && <p role="status">{words.waitsForEvents}</p>}
      {events.length > 0 && <EventTable rows={events.toReversed()} onOpen={onOpen} />}
      {events.length > 0 && <h2>{words.before}</h2>}
    </>
  );
};
