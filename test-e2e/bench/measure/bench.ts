import { type Merchant } from '../load/merchant';
import { type WebhookReceiver } from '../load/webhook-receiver';
import { type Table } from '../report/table';
import { type Follower } from '../system/followers';
import { type RunningSystem } from '../system/running-system';

/** What a measurement works with. */
export interface Bench {
  readonly system: RunningSystem;
  readonly receiver: WebhookReceiver;
  readonly follower: Follower;
  /** Signs in; charges are created at the edge unless another address is given. */
  readonly merchant: (chargeUrl?: string) => Promise<Merchant>;
  /** Figures of measurements before this one in the same run. */
  readonly known: readonly Table[];
  readonly report: (line: string) => void;
}

export type Measurement = (bench: Bench) => Promise<readonly Table[]>;
