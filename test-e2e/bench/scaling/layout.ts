/** How an installation is cut, and how full its parts may be. */
export interface Layout {
  /** Partitions of each topic: so many processes of a service share its events. */
  readonly partitions: number;
  /** One PostgreSQL server for all databases, or one for each service's. */
  readonly servers: 'one' | 'one a service';
  /** Whole installations beside each other, each with a part of the merchants. */
  readonly shards: number;
  /** Of one PostgreSQL server. */
  readonly coresPerServer: number;
  /** Which write-ahead log one server's disk takes, in bytes a second. */
  readonly walBytesPerSecond: number;
  /** The share of a core, a lock or a disk that is planned with; the rest is for peaks and for a machine that is away. */
  readonly busyShare: number;
  /** How much faster a core is than those that were measured. */
  readonly coreSpeed: number;
}

export const asDelivered: Layout = {
  partitions: 6,
  servers: 'one',
  shards: 1,
  coresPerServer: 32,
  walBytesPerSecond: 500_000_000,
  busyShare: 0.6,
  coreSpeed: 1,
};
