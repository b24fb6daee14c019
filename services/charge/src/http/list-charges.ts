import { toIso } from '@repasse/chassis/clock';
import type { Operation } from '@repasse/chassis/http/app';
import type { operations } from '@repasse/contracts/generated/http/charge';
import { countCharges, listCharges, type ChargeFilter, type ChargePage } from '../projections/charges-by-merchant';
import { userIdOf } from './caller';
import type { ReadDependencies } from './reading';
import { chargeBody } from './wire/charge-body';
import { cursorOf, positionOf } from './wire/cursor';

type Query = NonNullable<operations['listCharges']['parameters']['query']>;

/** GET /charge/list: by page as the specification has it, or by cursor, which stays right while charges are made. */
export const listChargesOfMerchant = ({ db, clock }: ReadDependencies): Operation<unknown, Query> => ({
  check: ({ query: { cursor } }, faulty) =>
    cursor === undefined || faulty.has('cursor') || positionOf(cursor)
      ? []
      : [{ field: 'cursor', message: 'is not one that was handed out.' }],
  handle: async (request) => {
    const { page = 1, limit = 10, cursor } = request.query;
    const now = toIso(clock.now());
    const filter = filterOf(userIdOf(request), now, request.query);
    const after = cursor === undefined ? undefined : positionOf(cursor);
    const [found, total] = await Promise.all([
      listCharges(db, filter, { limit, after, offset: (page - 1) * limit }),
      countCharges(db, filter),
    ]);
    return {
      status: 200,
      body: {
        data: found.charges.map((charge) => chargeBody(charge, now)),
        pagination: { page, limit, total, totalPages: Math.ceil(total / limit), nextCursor: nextCursorOf(found) },
      },
    };
  },
});

const filterOf = (userId: number, now: string, { status, externalReference, from, to }: Query): ChargeFilter => ({
  userId,
  now,
  status,
  externalReference,
  from,
  to,
});

const nextCursorOf = ({ charges, hasMore }: ChargePage): string | null => {
  const last = charges.at(-1);
  return hasMore && last ? cursorOf({ createdAt: last.created_at, chargeId: last.charge_id }) : null;
};
