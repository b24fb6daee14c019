import { topicOf, type AnyEvent } from '@repasse/contracts';
import { type Tx } from '../postgres/database';
import { archivedOf } from './internal/archive';
import { callAll, type FunctionCall } from '../postgres/function-call';
import { type Projection } from './definition';

/** The calls that archive events and show them through the projections, in any number and of any types. */
export const callsOf = (projections: readonly Projection[], events: readonly AnyEvent[]): readonly FunctionCall[] => [
  archiveCall(events),
  ...projections.map((projection) => callOf(projection, events)),
];

/** Shows events that are in the archive already. */
export const showEvents = (tx: Tx, projections: readonly Projection[], events: readonly AnyEvent[]): Promise<void> =>
  callAll(
    tx,
    projections.map((projection) => callOf(projection, events)),
  );

/** The call that shows events through one projection. */
export const callOf = ({ topics, rowsOf, write }: Projection, events: readonly AnyEvent[]): FunctionCall => {
  const rows = rowsOf(events.filter(({ type }) => topics.includes(topicOf(type))));
  return { name: write, values: [rows.length === 0 ? null : JSON.stringify(rows)] };
};

const archiveCall = (events: readonly AnyEvent[]): FunctionCall => ({
  name: 'archive_events',
  values: [
    events.length === 0
      ? null
      : JSON.stringify(events.map((event) => ({ topic: topicOf(event.type), envelope: archivedOf(event) }))),
  ],
});
