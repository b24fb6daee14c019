/** A row behind the header. */
export interface CsvRow {
  /** Which row it is where the header is row 1 and empty rows count, as spreadsheets number them. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvTable {
  readonly header: readonly string[];
  /** Without those in which nothing is written. */
  readonly rows: readonly CsvRow[];
}

/** Where a text stops being CSV. Says nothing of what is written there. */
export interface CsvFault {
  readonly line: number;
  readonly message: string;
}

/**
 * Reads a header row and the rows behind it: RFC 4180 with commas, or with semicolons as spreadsheets in Brazil have
 * them; any line ends; with or without a byte order mark. What csv.ts writes comes back as it was: an apostrophe that
 * protects from formulas is taken away. Our own rather than a library's, which would know neither the apostrophes nor
 * how rows are counted, and of whose choices (streams, types, comments, escapes) nothing is needed here.
 */
export const readCsv = (text: string): CsvTable | CsvFault => {
  const plain = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const lines = linesOf(plain, separatorOf(plain));
  if ('message' in lines) return lines;
  const [header = []] = lines;
  const rows = lines.map((cells, index) => ({ line: index + 1, cells })).slice(1);
  return { header, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) };
};

const byteOrderMark = '\uFEFF';

/** Of a file, header and empty rows included: some tenths of a second, which others wait for. */
export const cellsMax = 100_000;

/** Names of columns have neither sign in them, so the first one found divides them. */
const separatorOf = (text: string): string => /[,;\r\n]/.exec(text)?.[0].replace(/[\r\n]/, ',') ?? ',';

const linesOf = (text: string, separator: string): string[][] | CsvFault => {
  const lines: string[][] = [];
  let at = 0;
  let count = 0;
  while (at < text.length) {
    const cells: string[] = [];
    let isEnd = false;
    while (!isEnd) {
      const cell = cellAt(text, at, separator);
      if (typeof cell === 'string') return { line: lines.length + 1, message: cell };
      count += 1;
      if (count > cellsMax) return { line: lines.length + 1, message: `is behind the first ${cellsMax} cells.` };
      cells.push(unprotected(cell.value));
      isEnd = text[cell.end] !== separator;
      at = isEnd ? afterLineEnd(text, cell.end) : cell.end + 1;
    }
    lines.push(cells);
  }
  return lines;
};

interface Cell {
  readonly value: string;
  /** The place of the separator or line end behind it. */
  readonly end: number;
}

const cellAt = (text: string, at: number, separator: string): Cell | string => {
  if (text[at] !== '"') return plainCellAt(text, at, separator);
  const close = closingQuote(text, at + 1);
  if (close < 0) return 'has a quote that is not closed.';
  const end = close + 1;
  const isDone = end === text.length || text[end] === separator || isLineEnd(text[end]);
  return isDone ? { value: text.slice(at + 1, close).replaceAll('""', '"'), end } : 'has text behind a closing quote.';
};

const plainCellAt = (text: string, at: number, separator: string): Cell | string => {
  let end = at;
  while (end < text.length && text[end] !== separator && !isLineEnd(text[end])) end += 1;
  const value = text.slice(at, end);
  return value.includes('"') ? 'has a quote in a cell that does not begin with one.' : { value, end };
};

/** Two quotes are one in the text. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
};

const isLineEnd = (sign: string | undefined): boolean => sign === '\r' || sign === '\n';

const afterLineEnd = (text: string, at: number): number => (text.startsWith('\r\n', at) ? at + 2 : at + 1);

const unprotected = (cell: string): string => (/^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell);
