import { type Decline, type DeclineCode } from '../../payments/domain/decline';

/** The meanings of a provider's codes: for each of our words the codes that mean it, with blanks between them. */
interface Meanings {
  /** May be tried again, at once or later. */
  readonly again?: CodesOf;
  /** Never again with this card. */
  readonly never?: CodesOf;
}

type CodesOf = Readonly<Partial<Record<DeclineCode, string>>>;

export type DeclineTable = ReadonlyMap<string, Decline>;

export const declineTable = ({ again = {}, never = {} }: Meanings): DeclineTable =>
  new Map([...rowsOf(again, true), ...rowsOf(never, false)]);

const rowsOf = (codes: CodesOf, isRetryable: boolean): (readonly [string, Decline])[] =>
  (Object.keys(codes) as DeclineCode[]).flatMap((declineCode) =>
    (codes[declineCode] ?? '').split(' ').map((code) => [code, { declineCode, isRetryable }] as const),
  );
