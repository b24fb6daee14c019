import { type IncomingMessage } from '../../bus/bus';
import { type Tx } from '../../postgres/database';
import { hastenRetry, keepMessage, lockProgress, park, saveProgress, type Progress } from '../progress';
import { requirePosition } from './runs';

export interface ParkedKey {
  readonly topic: string;
  readonly key: string;
}

/** Messages of one aggregate, not all of which simply come next. */
export interface OddMessages extends ParkedKey {
  readonly messages: readonly IncomingMessage[];
  /** The position this transaction has brought the aggregate to already. */
  readonly reached: number | undefined;
}

interface Closely {
  readonly admitted: readonly IncomingMessage[];
  /** Kept for later. */
  readonly heldBack: readonly IncomingMessage[];
  readonly gaps: readonly ParkedKey[];
  readonly isGapFilled: boolean;
}

/** Drops duplicates, keeps events of parked aggregates for later, and parks an aggregate with a gap. */
export const admitClosely = async (tx: Tx, odd: readonly OddMessages[]): Promise<Closely> => {
  const all = await inSequence(odd, (one) => admitOne(tx, one));
  return {
    admitted: all.flatMap(({ admitted }) => admitted),
    heldBack: all.flatMap(({ heldBack }) => heldBack),
    gaps: all.flatMap(({ gap }) => gap ?? []),
    isGapFilled: all.some(({ isGapFilled }) => isGapFilled),
  };
};

interface AdmittedOne {
  readonly admitted: readonly IncomingMessage[];
  readonly heldBack: readonly IncomingMessage[];
  readonly gap?: ParkedKey;
  readonly isGapFilled: boolean;
}

const admitOne = async (tx: Tx, { topic, key, messages, reached }: OddMessages): Promise<AdmittedOne> => {
  const known = await lockProgress(tx, topic, key);
  return known?.isParked === true
    ? keepForLater(tx, known, messages)
    : admitWhatFollows(tx, { topic, key }, known, reached, messages);
};

const keepForLater = async (
  tx: Tx,
  { position }: Progress,
  messages: readonly IncomingMessage[],
): Promise<AdmittedOne> => {
  const later = messages.filter((message) => requirePosition(message) > position);
  for (const message of later) await keepMessage(tx, message);
  const filling = later.find((message) => requirePosition(message) === position + 1);
  if (filling !== undefined) await hastenRetry(tx, filling.topic, filling.key);
  return { admitted: [], heldBack: later, isGapFilled: filling !== undefined };
};

const admitWhatFollows = async (
  tx: Tx,
  { topic, key }: ParkedKey,
  known: Progress | undefined,
  reached: number | undefined,
  messages: readonly IncomingMessage[],
): Promise<AdmittedOne> => {
  const admitted: IncomingMessage[] = [];
  let position = reached ?? known?.position ?? 0;
  for (const [index, message] of messages.entries()) {
    const own = requirePosition(message);
    if (own <= position) continue;
    if (own > position + 1) {
      await saveProgress(tx, { topic, key, position, known });
      await park(tx, {
        ...{ topic, key, position, reason: 'gap', retryDelayMs: 0 },
        detail: `Position ${own} came after ${position}.`,
      });
      const heldBack = messages.slice(index);
      await inSequence(heldBack, (later) => keepMessage(tx, later));
      return { admitted, heldBack, gap: { topic, key }, isGapFilled: false };
    }
    admitted.push(message);
    position = own;
  }
  if (admitted.length > 0) await saveProgress(tx, { topic, key, position, known });
  return { admitted, heldBack: [], isGapFilled: false };
};

const inSequence = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
};
