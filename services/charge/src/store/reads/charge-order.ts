import { type ChargeRow } from '../read-rows';

export const orderFields = ['CREATED_AT', 'PAID_AT', 'AMOUNT'] as const;
export const directions = ['ASC', 'DESC'] as const;

/** How a list of charges is sorted. Ordered by payment, it has those that were paid alone. */
export interface ChargeOrder {
  readonly by: (typeof orderFields)[number];
  readonly direction: (typeof directions)[number];
}

export const newestFirst: ChargeOrder = { by: 'CREATED_AT', direction: 'DESC' };

/** The charges that an order by payment has, as its index says it. */
export const isPaid = 'paid_at is not null';

/** Where a page begins: after this charge. It has at least what its order is by. */
export type Position = Pick<ChargeRow, 'charge_id'> &
  Partial<Pick<ChargeRow, 'created_at' | 'paid_at' | 'gross_amount_minor'>>;

type Column = Exclude<keyof Position, 'charge_id'>;

/** The columns by which each is sorted before the id, as an index of a merchant's charges has them. */
export const columnsBy: Readonly<Record<ChargeOrder['by'], readonly Column[]>> = {
  CREATED_AT: ['created_at'],
  PAID_AT: ['paid_at'],
  AMOUNT: ['gross_amount_minor', 'created_at'],
};

const types: Readonly<Record<Column, string>> = {
  created_at: 'timestamptz',
  paid_at: 'timestamptz',
  gross_amount_minor: 'bigint',
};

/** For `order by`; `alias` is such as "c.". */
export const orderText = ({ by, direction }: ChargeOrder, alias = ''): string =>
  [...columnsBy[by], 'charge_id'].map((column) => `${alias}${column} ${direction}`).join(', ');

/** One comparison of rows, which a walk along the index begins with. */
export const isBehind = (
  { by, direction }: ChargeOrder,
  position: Position,
  parameter: (value: unknown) => string,
): string => {
  const columns = columnsBy[by];
  const values = columns.map((column) => `${parameter(position[column])}::${types[column]}`);
  const sign = direction === 'DESC' ? '<' : '>';
  return `(${columns.join(', ')}, charge_id) ${sign} (${values.join(', ')}, ${parameter(position.charge_id)})`;
};
