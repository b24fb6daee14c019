import { type TimelineEntry } from '../store/timeline-entry';
import { timelineText } from './timeline-texts/timeline-text';

/** An entry as every timeline shows it. */
export const entryView = ({ at, type, position, details, source, eventId }: TimelineEntry): object => ({
  at,
  type,
  position,
  text: timelineText(type, details),
  source,
  eventId,
  details,
});
