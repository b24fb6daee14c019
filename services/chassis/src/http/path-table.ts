/** Finds what a path belongs to; undefined when it fits no template. */
export interface PathTable<Entry> {
  readonly find: (path: string) => Entry | undefined;
}

interface Pattern<Entry> {
  readonly entry: Entry;
  readonly segments: readonly string[];
}

/**
 * Entries by their template, as a description writes it: `/charge/{chargeId}`. A parameter is one part of a path, as it
 * came; a literal goes before it.
 */
export const createPathTable = <Entry extends { readonly template: string }>(
  entries: readonly Entry[],
): PathTable<Entry> => {
  // By their number of segments: every request is compared with patterns, and few are as long as its path.
  const patterns = new Map<number, Pattern<Entry>[]>();
  for (const entry of entries) {
    const segments = segmentsOf(entry.template);
    const { length } = segments;
    patterns.set(length, [...(patterns.get(length) ?? []), { entry, segments }].sort(mostLiteralFirst));
  }
  return {
    find: (path) => {
      const segments = segmentsOf(path);
      return patterns.get(segments.length)?.find((pattern) => matches(pattern.segments, segments))?.entry;
    },
  };
};

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Both have the same number of segments. */
const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.every((segment, index) => (isParameter(segment) ? path[index] !== '' : segment === path[index]));

/** `/charge/list` before `/charge/{chargeId}`: the first segment in which two patterns differ in kind decides. */
const mostLiteralFirst = (a: Pattern<unknown>, b: Pattern<unknown>): number => {
  const index = a.segments.findIndex((segment, at) => isParameter(segment) !== isParameter(b.segments[at] ?? ''));
  if (index === -1) return 0;
  return isParameter(a.segments[index] ?? '') ? 1 : -1;
};
