import { type AnyEvent } from '@repasse/contracts';
import { type Tx } from '../../postgres/database';
import { type NumberSequence } from '../restoration';

/**
 * How far a sequence goes beyond the highest number that was seen. Numbers that were given out and whose events had not
 * reached the bus when the server went are among them: those of some seconds.
 */
const marginNumbers = 1_000;

export interface MovedSequence {
  readonly sequence: string;
  /** The next number is larger. */
  readonly lastNumber: number;
}

/** The highest number that the events show of each sequence. */
export interface Numbers {
  see(event: AnyEvent): void;
  /** Moves the sequences past them; a sequence never goes back. No rollback undoes it, so only where it is applied. */
  move(tx: Tx, isApplied: boolean): Promise<readonly MovedSequence[]>;
}

export const createNumbers = (sequences: readonly NumberSequence[]): Numbers => {
  const highest = new Map<NumberSequence, number>();
  return {
    see: (event) => {
      for (const sequence of sequences) {
        const shown = sequence.shownBy(event);
        if (shown !== undefined) highest.set(sequence, Math.max(shown, highest.get(sequence) ?? 0));
      }
    },
    move: async (tx, isApplied) => {
      const moved: MovedSequence[] = [];
      for (const [{ sequence }, number] of highest) {
        const [row] = await tx.query<{ lastNumber: number }>(
          `select greatest(last_value, $1::bigint) as "lastNumber" from ${sequence}`,
          [number + marginNumbers],
        );
        const lastNumber = row?.lastNumber ?? number + marginNumbers;
        if (isApplied) await tx.query('select setval($1::regclass, $2)', [sequence, lastNumber]);
        moved.push({ sequence, lastNumber });
      }
      return moved;
    },
  };
};
