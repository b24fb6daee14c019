import { type IncomingMessage } from '../../bus';

/** A reader that is this far behind its partition fetches: keeping more would cost memory and save little. */
const messagesMax = 50;

/** The latest messages of a partition that came with their notifications: a run of offsets without a hole. */
export interface NotifiedMessages {
  add(message: IncomingMessage): void;
  /** At most `limit` messages from this offset on; none where the run begins later. Forgets those before it. */
  from(offset: number, limit: number): readonly IncomingMessage[];
}

export const createNotifiedMessages = (): NotifiedMessages => {
  let run: IncomingMessage[] = [];

  return {
    add: (message) => {
      const last = run.at(-1);
      const isNext = last !== undefined && message.offset === last.offset + 1;
      run = isNext && run.length < messagesMax ? [...run, message] : [message];
    },
    from: (offset, limit) => {
      run = run.filter((message) => message.offset >= offset);
      return run[0]?.offset === offset ? run.slice(0, limit) : [];
    },
  };
};
