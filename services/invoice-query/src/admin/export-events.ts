import { exportCommand } from '@repasse/chassis/admin/export/export-command';
import { extentIn, type Exported, type NumberedRow } from '@repasse/chassis/admin/export/exported';

/**
 * Every event that arrived on a day. The time of arrival decides: it is final, while an event of yesterday may come today,
 * and each event has one. So all days together have each event once.
 */
export const events: Exported = {
  name: 'events',
  columns: [
    { name: 'topic', type: 'text' },
    { name: 'subject', type: 'text' },
    { name: 'position', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'type', type: 'text' },
    { name: 'time', type: 'time' },
    { name: 'key', type: 'text' },
    { name: 'data', type: 'text' },
    { name: 'received_at', type: 'time' },
  ],
  extentOf: extentIn({ table: 'received_events', number: 'sequence', time: 'received_at' }),
  readAfter: (db, { from, until }, after, limit) =>
    db.query<NumberedRow>(
      `select sequence as number, topic, envelope ->> 'subject' as subject,
         (envelope ->> 'position')::bigint as position, envelope ->> 'id' as id, envelope ->> 'type' as type,
         envelope ->> 'time' as time, envelope ->> 'subject' as key, envelope ->> 'data' as data, received_at
       from received_events
       where received_at >= $1 and received_at < $2 and sequence > $3
       order by sequence limit $4`,
      [from, until, after, limit],
    ),
};

export const exportEvents = exportCommand(events);
