/** The limits of a group. One commit serves all its items, and none of them waits for a group that is too large. */
export interface GroupLimits {
  readonly itemsMax: number;
  readonly bytesMax: number;
  /** Groups on their way at a time: the next one is prepared while the disk writes the one before. */
  readonly inFlightMax: number;
}

export interface GroupItem<T> {
  readonly value: T;
  readonly bytes: number;
  /** Two items that share a word never travel in one group. */
  readonly exclusive: readonly string[];
}

interface Waiting<T, R> extends GroupItem<T> {
  readonly resolve: (result: R) => void;
  readonly reject: (fault: unknown) => void;
}

export type Settled<R> = { readonly result: R } | { readonly fault: unknown };

/**
 * Sends the items handed over during a group as the next group. A lone item leaves at once, so nothing is ever delayed
 * to wait for others.
 */
export const createGroupCommit = <T, R>(
  limits: GroupLimits,
  send: (values: readonly T[]) => Promise<readonly Settled<R>[]>,
): ((item: GroupItem<T>) => Promise<R>) => {
  const queue: Waiting<T, R>[] = [];
  let inFlight = 0;

  const pump = (): void => {
    while (inFlight < limits.inFlightMax && queue.length > 0) void dispatch(takeGroup(queue, limits));
  };
  const dispatch = async (group: readonly Waiting<T, R>[]): Promise<void> => {
    inFlight += 1;
    settle(group, await sendSafely(group));
    inFlight -= 1;
    pump();
  };
  const sendSafely = async (group: readonly Waiting<T, R>[]): Promise<readonly Settled<R>[]> => {
    try {
      return await send(group.map(({ value }) => value));
    } catch (fault) {
      return group.map(() => ({ fault }));
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ ...item, resolve, reject });
      pump();
    });
};

/** Takes from the front within the limits; an item that excludes another of the group waits for the next group. */
const takeGroup = <T, R>(queue: Waiting<T, R>[], limits: GroupLimits): Waiting<T, R>[] => {
  const group: Waiting<T, R>[] = [];
  const words = new Set<string>();
  let bytes = 0;
  for (let index = 0; index < queue.length && group.length < limits.itemsMax;) {
    const next = queue[index];
    if (next === undefined || (group.length > 0 && bytes + next.bytes > limits.bytesMax)) break;
    const isExcluded = next.exclusive.some((word) => words.has(word));
    // An item that stays behind bars its words too, or a later one of the same stream would overtake it.
    for (const word of next.exclusive) words.add(word);
    if (isExcluded) {
      index += 1;
      continue;
    }
    group.push(next);
    bytes += next.bytes;
    queue.splice(index, 1);
  }
  return group;
};

const settle = <T, R>(group: readonly Waiting<T, R>[], results: readonly Settled<R>[]): void => {
  for (const [index, item] of group.entries()) {
    const settled = results[index] ?? { fault: new Error('A group was answered in part.') };
    if ('fault' in settled) item.reject(settled.fault);
    else item.resolve(settled.result);
  }
};
