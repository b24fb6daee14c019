import { createHash } from 'node:crypto';
import { userAccountKinds } from '../../domain/ledger';
import { addUpFrom, type Openings, type Statement, type StatementEntry } from '../../domain/statement';

/**
 * The text of a statement that is kept, piece by piece. A piece ends behind an entry, so that it can be read alone; the end
 * of the text is in the last one, so the statement of a usual day is one piece.
 */
export async function* statementText(statement: Statement): AsyncGenerator<string> {
  const { userId, currency, from, to, openings } = statement;
  const sums = addUpFrom(openings);
  let piece = `${JSON.stringify({ userId, currency, from, to, openings }).slice(0, -1)},"entries":[`;
  let isFirst = true;
  for await (const entries of statement.entries()) {
    if (!isFirst) {
      yield piece;
      piece = ',';
    }
    sums.add(entries);
    piece += entries.map((entry) => JSON.stringify(entry)).join(',');
    isFirst = false;
  }
  yield `${piece}],"accounts":${JSON.stringify(userAccountKinds.map(sums.account))}}`;
}

/** The content of a piece; the first one has the opening balances. */
export interface StatementPiece {
  readonly openings: Openings;
  readonly entries: readonly StatementEntry[];
}

/** Reads a piece alone: the beginning and the end that are in other pieces are put around it. */
export const readPiece = (
  text: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): StatementPiece => {
  const begun = isFirst ? text : `{"entries":[${text.slice(1)}`;
  return JSON.parse(isLast ? begun : `${begun}]}`) as StatementPiece;
};

/** SHA-256, in hex, of a text that comes in pieces. */
export const digestOfPieces = async (pieces: AsyncIterable<string>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
