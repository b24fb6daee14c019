import { topics } from '@repasse/contracts';
import { type PlaceEnds, type PlaceOffset, type PlaceRange, placeName } from '../bus/bus';
import { type Tx } from '../postgres/database';

/** The topics that the service publishes to. */
export const ownTopics = (service: string): readonly string[] =>
  topics.filter(({ owner }) => owner === service).map(({ name }) => name);

/** See the table's migration. A partition without a mark was never compared. */
export const loadMarks = (tx: Tx): Promise<PlaceOffset[]> =>
  tx.query<PlaceOffset>('select topic, partition, next_offset as "nextOffset" from topic_marks');

export const saveMarks = async (tx: Tx, marks: readonly PlaceOffset[]): Promise<void> => {
  await tx.query(
    `insert into topic_marks (topic, partition, next_offset)
     select * from unnest($1::text[], $2::integer[], $3::bigint[])
     on conflict (topic, partition) do update set next_offset = excluded.next_offset, marked_at = now()`,
    [
      marks.map(({ topic }) => topic),
      marks.map(({ partition }) => partition),
      marks.map(({ nextOffset }) => nextOffset),
    ],
  );
};

export const marksAt = (ends: readonly PlaceEnds[]): PlaceOffset[] =>
  ends.map(({ topic, partition, endOffset }) => ({ topic, partition, nextOffset: endOffset }));

/** From the marks to the ends; the last `messagesMax` of each partition, since what was lost lies there. */
export const tailsOf = (
  ends: readonly PlaceEnds[],
  marks: readonly PlaceOffset[],
  messagesMax = Infinity,
): readonly PlaceRange[] => {
  const markOf = new Map(marks.map((mark) => [placeName(mark), mark.nextOffset]));
  return ends
    .map(({ topic, partition, firstOffset, endOffset }) => ({
      ...{ topic, partition, toOffset: endOffset },
      fromOffset: Math.max(firstOffset, markOf.get(placeName({ topic, partition })) ?? 0, endOffset - messagesMax),
    }))
    .filter(({ fromOffset, toOffset }) => fromOffset < toOffset);
};
