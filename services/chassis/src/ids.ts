import { monotonicFactory } from 'ulid';

/** Where identifiers come from. Ids are `${prefix}_${ulid}`: ch_, att_, pay_, evt_, del_, msg_, stl_, txn_. */
export interface Ids {
  /** 26 characters, ordered by time, and strictly increasing within one process. */
  ulid(): string;
}

const nextUlid = monotonicFactory();

export const randomIds: Ids = { ulid: () => nextUlid() };
