import { placeName, type PlaceOffset, type SubscribeOptions } from '../../bus';
import { OffsetsLostError } from '../../internal/offsets-lost';

/**
 * The offsets of the same partitions that no crash of the database takes back. Throws OffsetsLostError when one is
 * behind the offset that the reader has reached.
 */
export const settle = async (
  reached: readonly PlaceOffset[],
  settleOffsets: SubscribeOptions['settleOffsets'] = () => Promise.resolve(reached),
): Promise<readonly PlaceOffset[]> => {
  const settled = await settleOffsets();
  const nextOf = new Map(settled.map((offset) => [placeName(offset), offset.nextOffset]));
  return reached.map((place) => {
    const nextOffset = nextOf.get(placeName(place)) ?? 0;
    if (nextOffset < place.nextOffset) throw new OffsetsLostError();
    return { ...place, nextOffset };
  });
};
