import { type Tx } from '@repasse/chassis/postgres/database';
import { type SurplusRow } from '../read-rows';
import { type Reader } from './charges';

export interface SurplusFilter {
  /** Of one merchant, or of all of them. */
  readonly reader: Reader;
  readonly standing: SurplusRow['standing'] | undefined;
}

/** Where a page ends. A payment may have several surpluses, each by a transfer of its own. */
export type SurplusPosition = Pick<SurplusRow, 'recorded_at' | 'payment_id' | 'provider_reference'>;

/** Money beside charges, newest first. Charges in the archive have taken theirs with them. */
export const listSurpluses = (
  db: Tx,
  { reader, standing }: SurplusFilter,
  after: SurplusPosition | undefined,
  limit: number,
): Promise<SurplusRow[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  // Texts differ only by which filters are there, so that each finds its index.
  const conditions = [
    'true',
    ...(reader === null ? [] : [`user_id = ${parameter(reader)}`]),
    // A literal, as the index of what is held has it.
    ...(standing === undefined
      ? []
      : [standing === 'held' ? `standing = 'held'` : `standing = ${parameter(standing)}`]),
    ...(after === undefined ? [] : [`(${order.join(', ')}) < (${positionOf(after, parameter)})`]),
  ];
  return db.query<SurplusRow>(
    `select * from surpluses where ${conditions.join(' and ')}
     order by ${order.map((column) => `${column} desc`).join(', ')} limit ${parameter(limit)}`,
    params,
  );
};

const order = ['recorded_at', 'payment_id', 'provider_reference'] as const;

const positionOf = (after: SurplusPosition, parameter: (value: unknown) => string): string =>
  `${parameter(after.recorded_at)}::timestamptz, ${parameter(after.payment_id)}, ${parameter(after.provider_reference)}`;
