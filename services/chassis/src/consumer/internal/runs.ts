import { type IncomingMessage } from '../../bus/bus';
import { PoisonError, positionOf } from '../../bus/envelope';

/** The messages of one aggregate in a batch. */
export interface Run {
  readonly topic: string;
  readonly key: string;
  /** Positions that follow one another without a gap or a repetition. */
  readonly fresh: readonly IncomingMessage[];
  /** In the order they came; more than `fresh` when some of it is double or behind a gap. */
  readonly all: readonly IncomingMessage[];
}

/** Throws PoisonError for a message without a position. */
export const runsOf = (messages: readonly IncomingMessage[]): Run[] => {
  const byKey = new Map<string, { topic: string; key: string; fresh: IncomingMessage[]; all: IncomingMessage[] }>();
  for (const message of messages) {
    const { topic, key } = message;
    const run = byKey.get(`${topic} ${key}`);
    if (run === undefined) {
      requirePosition(message);
      byKey.set(`${topic} ${key}`, { topic, key, fresh: [message], all: [message] });
      continue;
    }
    run.all.push(message);
    if (requirePosition(message) === lastOf(run) + 1) run.fresh.push(message);
  }
  return [...byKey.values()];
};

export const firstOf = ({ fresh }: Pick<Run, 'fresh'>): number => positionAt(fresh[0]);
export const lastOf = ({ fresh }: Pick<Run, 'fresh'>): number => positionAt(fresh.at(-1));

const positionAt = (message: IncomingMessage | undefined): number =>
  message === undefined ? 0 : requirePosition(message);

export const requirePosition = (message: IncomingMessage): number => {
  const position = positionOf(message);
  if (position === undefined) throw new PoisonError(`The message has no position: ${message.headers['ce_position']}.`);
  return position;
};
