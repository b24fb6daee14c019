import { type Readable } from 'node:stream';

/** An operation's answer. `body` is sent as JSON unless it is a string with a `contentType` of its own. */
export interface ApiResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of headers, in small letters, that every other answer has and this one must not. */
  readonly withoutHeaders?: readonly string[];
  readonly contentType?: string;
  /** Sent instead of a body, piece by piece, until it ends or the caller goes away, which destroys it. */
  readonly stream?: Readable;
}
