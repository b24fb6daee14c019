import { cursorList, momentCursor } from '../../http/cursor-list';
import { type Operation, type Operations } from '../../http/operation';
import { type Database } from '../../postgres/database';
import { pascalOf } from './pascal-name';
import {
  listHeldEvents,
  listRepairSteps,
  type HeldEvent,
  type HeldKind,
  type HeldPosition,
  type RepairStep,
  type StepPosition,
} from './held-events';

interface PageQuery {
  readonly cursor?: string;
  readonly limit: number;
}

type HeldQuery = PageQuery & { readonly kind: HeldKind };

/** The lists of a service's repairs, for administrators. Repairs are made by command alone: see `admin/`. */
export const repairReads = (service: string, db: Database): Operations => {
  const name = pascalOf(service);
  return {
    [`list${name}HeldEvents`]: heldEvents(db),
    [`list${name}RepairSteps`]: repairSteps(db),
  };
};

const heldEvents = (db: Database): Operation<unknown, HeldQuery> => ({
  check: ({ query }, faulty) => held.faultsOf(query.cursor, faulty),
  handle: async ({ query: { kind, cursor, limit } }) => {
    const found = await listHeldEvents(db, kind, held.after(cursor), limit + 1);
    return { status: 200, body: held.pageOf(found, limit, (event: HeldEvent) => event) };
  },
});

const repairSteps = (db: Database): Operation<unknown, PageQuery> => ({
  check: ({ query }, faulty) => steps.faultsOf(query.cursor, faulty),
  handle: async ({ query: { cursor, limit } }) => {
    const found = await listRepairSteps(db, steps.after(cursor), limit + 1);
    return { status: 200, body: steps.pageOf(found, limit, (step: RepairStep) => step) };
  },
});

/** A parked aggregate is named by topic and key; the blank between them would end the id in a cursor. */
const held = cursorList(
  momentCursor<HeldPosition>({
    idForm: /^[^ ]{1,150}$/,
    write: ({ since, id }) => [since, id.replace(' ', '/')],
    read: (since, id) => ({ since, id: id.replace('/', ' ') }),
  }),
);

const steps = cursorList(
  momentCursor<StepPosition>({
    idForm: /^step_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ startedAt, id }) => [startedAt, id],
    read: (startedAt, id) => ({ startedAt, id }),
  }),
);
