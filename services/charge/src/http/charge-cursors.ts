import { cursorList, momentCursor, type CursorForm, type CursorList } from '@repasse/chassis/http/cursor-list';
import { type Fault } from '@repasse/chassis/http/problem';
import { directions, orderFields, type ChargeOrder, type Position } from '../store/reads/charge-order';

/** The cursors of a list in this order. */
export const cursorsIn = ({ by, direction }: ChargeOrder): CursorList<Position> => lists[by][direction];

/** A cursor goes on in the order it was given out for: in another, charges would be left out or come again. */
export const cursorFaults = (
  cursor: string | undefined,
  order: ChargeOrder,
  faulty: ReadonlySet<string>,
): readonly Fault[] => {
  // Nobody knows which order is meant.
  if (faulty.has('orderBy') || faulty.has('order')) return [];
  const faults = cursorsIn(order).faultsOf(cursor, faulty);
  if (faults.length === 0) return [];
  const own = allOrders.find((each) => cursorsIn(each).faultsOf(cursor, faulty).length === 0);
  return own === undefined
    ? faults
    : [{ field: 'cursor', message: `goes on with orderBy=${own.by} and order=${own.direction} alone` }];
};

const allOrders: readonly ChargeOrder[] = orderFields.flatMap((by) =>
  directions.map((direction) => ({ by, direction })),
);

const idForm = /^ch_[0-9A-HJKMNP-TV-Z]{26}$/;

const byCreation = momentCursor<Position>({
  idForm,
  write: ({ created_at = '', charge_id }) => [created_at, charge_id],
  read: (created_at, charge_id) => ({ created_at, charge_id }),
});

const byPayment = momentCursor<Position>({
  idForm,
  write: ({ paid_at, charge_id }) => [paid_at ?? '', charge_id],
  read: (paid_at, charge_id) => ({ paid_at, charge_id }),
});

/** Charges of one amount are in the order of their creation. */
const byAmount: CursorForm<Position> = {
  write: (position) => `${position.gross_amount_minor} ${byCreation.write(position)}`,
  read: (text) => {
    const [, amount, rest = ''] = /^(0|[1-9]\d{0,14}) (.+)$/.exec(text) ?? [];
    const position = byCreation.read(rest);
    return amount === undefined || position === undefined
      ? undefined
      : { ...position, gross_amount_minor: Number(amount) };
  },
};

/** Those of the newest first have no mark: there were such cursors before there were other orders. */
const marked = (mark: string, { write, read }: CursorForm<Position>): CursorForm<Position> => ({
  write: (position) => `${mark} ${write(position)}`,
  read: (text) => (text.startsWith(`${mark} `) ? read(text.slice(mark.length + 1)) : undefined),
});

const lists: Readonly<Record<ChargeOrder['by'], Readonly<Record<ChargeOrder['direction'], CursorList<Position>>>>> = {
  CREATED_AT: { DESC: cursorList(byCreation), ASC: cursorList(marked('created+', byCreation)) },
  PAID_AT: { DESC: cursorList(marked('paid-', byPayment)), ASC: cursorList(marked('paid+', byPayment)) },
  AMOUNT: { DESC: cursorList(marked('amount-', byAmount)), ASC: cursorList(marked('amount+', byAmount)) },
};
