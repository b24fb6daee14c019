/** A file as its pages come in. */
export interface Collected {
  readonly name: string;
  readonly type: string;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

interface Collecting {
  /** The answer for the page behind this cursor; throws the problem of one that is no success. */
  readonly read: (cursor: string | undefined) => Promise<Response>;
  /** Called as it comes in, with the rows so far. */
  readonly onRows: (rows: number) => void;
}

const newLine = 10;

/**
 * Reads a list to its end as one file: the first page with its head, the others without. A list that has no pages, and a
 * report, is one answer. A transfer that breaks off throws, so that half a file is never kept for a whole one.
 */
export const collect = async ({ read, onRows }: Collecting): Promise<Collected> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [rows, cursor, file]: [number, string | undefined, Omit<Collected, 'parts'> | undefined] = [
    0,
    undefined,
    undefined,
  ];
  do {
    const answer: Response = await read(cursor);
    const isFirst = file === undefined;
    file ??= fileOf(answer);
    for await (const chunk of isFirst ? chunksOf(answer) : withoutHead(chunksOf(answer))) {
      parts.push(chunk);
      rows += chunk.filter((byte) => byte === newLine).length;
      // The head is no row.
      onRows(Math.max(0, rows - 1));
    }
    cursor = answer.headers.get('repasse-next-cursor') ?? undefined;
  } while (cursor !== undefined);
  return { ...file, parts };
};

const fileOf = ({ headers }: Response): Omit<Collected, 'parts'> => {
  const [, name = 'repasse.csv'] = /filename="?([^";]+)"?/.exec(headers.get('content-disposition') ?? '') ?? [];
  return { name, type: headers.get('content-type') ?? 'text/csv' };
};

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (body === null) return;
  const reader = body.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) if (value) yield value;
}

/** The names of the columns, which end with the first line, stand at the top of the file alone. */
async function* withoutHead(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let isHead = true;
  for await (const chunk of chunks) {
    if (!isHead) yield chunk;
    const end = isHead ? chunk.indexOf(newLine) : -1;
    if (end < 0) continue;
    isHead = false;
    if (end + 1 < chunk.length) yield chunk.slice(end + 1);
  }
}
