/** Anything with a birthday; the rules care for nothing else of a key. */
interface Dated {
  readonly createdAt: string;
}

/**
 * A new key is shown before it signs. Services look at the key set every five minutes; twice that, and each has seen
 * the key by the time the first token names it.
 */
const publishLeadMs = 10 * 60_000;

/** Beyond the life of the last token an old key signed, for clocks that differ. */
const retirementGraceMs = 5 * 60_000;

const dayMs = 86_400_000;

/** The newest key that has been shown long enough; the very first one signs at once, there being no other. */
export const signingKeyOf = <K extends Dated>(oldestFirst: readonly K[], nowMs: number): K | undefined =>
  oldestFirst.findLast((key) => signsFromMs(key) <= nowMs) ?? oldestFirst[0];

export const isRotationDue = (oldestFirst: readonly Dated[], nowMs: number, daysMax: number): boolean => {
  const newest = oldestFirst.at(-1);
  return newest === undefined || nowMs - Date.parse(newest.createdAt) >= daysMax * dayMs;
};

/** Keys whose successor has been signing for longer than any token of theirs can live. */
export const retiredKeys = <K extends Dated>(oldestFirst: readonly K[], nowMs: number, tokenTtlMs: number): K[] =>
  oldestFirst.filter((_key, at) => {
    const successor = oldestFirst[at + 1];
    return successor !== undefined && signsFromMs(successor) + tokenTtlMs + retirementGraceMs < nowMs;
  });

const signsFromMs = ({ createdAt }: Dated): number => Date.parse(createdAt) + publishLeadMs;
