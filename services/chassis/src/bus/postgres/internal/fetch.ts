import { type Database } from '../../../postgres/database';
import { type IncomingMessage, type PlaceOffset } from '../../bus';

/** The messages of the places from their offsets on, at most `limit` of each, in one round trip. */
export const fetchMessages = (
  db: Database,
  places: readonly PlaceOffset[],
  limit: number,
): Promise<IncomingMessage[]> =>
  db.query<IncomingMessage>(fetchSql, [
    places.map(({ topic }) => topic),
    places.map(({ partition }) => partition),
    places.map(({ nextOffset }) => nextOffset),
    limit,
  ]);

const fetchSql = `
  select m.topic, m.partition, m."offset", m.key, m.headers, m.value
  from unnest($1::text[], $2::integer[], $3::bigint[]) as wanted(topic, partition, next_offset)
  cross join lateral (
    select * from bus_messages
    where topic = wanted.topic and partition = wanted.partition and "offset" >= wanted.next_offset
    order by "offset" limit $4
  ) as m`;
