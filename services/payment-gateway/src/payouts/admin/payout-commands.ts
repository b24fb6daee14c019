import { type AdminCommand, type AdminContext, exitCodes, RefusedError } from '@repasse/chassis/admin/command';
import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type Config } from '../../config';
import { type LaterPayoutCommand } from '../domain/payout-commands';
import { holdPayouts, listHeldPayouts, resumePayout } from '../store/held-payouts';
import { createPayoutStore } from '../store/payout-store';

type Command = AdminCommand<Config>;
type Context = AdminContext<Config>;

const held: Command = {
  name: 'payouts held',
  summary: 'lists payouts and refunds of coins that wait for an operator, as after a restore',
  changes: false,
  run: async ({ db }) => {
    const rows = await listHeldPayouts(db);
    return {
      rows,
      summary: `${String(rows.length)} held.`,
      exitCode: rows.length > 0 ? exitCodes.found : exitCodes.done,
    };
  },
};

const hold: Command = {
  name: 'payouts hold',
  summary: 'stops work on payouts that may have been sent already: before the first start after a return to a moment',
  changes: true,
  run: async ({ db, isApplied }) => {
    if (!isApplied) return { summary: 'Would hold payouts that are not prepared, and refunds of coins.' };
    const ids = await holdPayouts(db);
    return { rows: ids.map((id) => ({ id })), summary: `${String(ids.length)} held.` };
  },
};

const resume: Command = {
  name: 'payouts resume',
  summary: 'goes on with a held payout or refund of coins: the provider has sent nothing for it',
  positionals: ['id'],
  changes: true,
  run: async ({ db, clock, isApplied }, args) => {
    const id = args.positional('id') ?? '';
    await requireHeld(db, id);
    if (isApplied) await resumePayout(db, id, toIso(clock.now()));
    return { summary: `${isApplied ? 'Goes' : 'Would go'} on with ${id}.` };
  },
};

const adopt: Command = {
  name: 'payouts adopt',
  summary: 'records the payout that the provider has made for a held withdrawal; its state is read from the provider',
  positionals: ['withdrawalId'],
  options: { reference: { type: 'string' }, batch: { type: 'string' }, amount: { type: 'string' } },
  changes: true,
  run: async (context, args) => {
    const { db, clock, isApplied } = context;
    const id = args.positional('withdrawalId') ?? '';
    const reference = { providerReference: args.required('reference'), batchReference: args.required('batch') };
    // As the provider shows it, in the coin; a payout of another amount is refused when it is read there.
    const price = { payAmount: args.required('amount') };
    await requireHeld(db, id);
    if (!isApplied) return { summary: `Would record ${reference.providerReference} as the payout of ${id}.` };
    const now = toIso(clock.now());
    await run(context, id, { type: 'PricePayout', data: { price, now } });
    await run(context, id, { type: 'PreparePayout', data: { reference, now } });
    return { summary: `${reference.providerReference} is the payout of ${id}.` };
  },
};

const giveUp: Command = {
  name: 'payouts give-up',
  summary: 'ends a held payout: the money goes back to its user, who may withdraw again',
  positionals: ['withdrawalId'],
  changes: true,
  run: async (context, args) => {
    const id = args.positional('withdrawalId') ?? '';
    await requireHeld(context.db, id);
    if (!context.isApplied) return { summary: `Would end ${id} as failed.` };
    const data = { failure: 'Given up by an operator.', now: toIso(context.clock.now()) };
    await run(context, id, { type: 'RefusePayout', data });
    return { summary: `${id} has failed; its money goes back.` };
  },
};

const requireHeld = async (db: Context['db'], id: string): Promise<void> => {
  const all = await listHeldPayouts(db);
  if (!all.some((one) => one.id === id)) throw new RefusedError(`${id} is not held; see 'payouts held'.`);
};

const run = async ({ db, ids, service }: Context, id: string, command: LaterPayoutCommand): Promise<void> => {
  const store = createEventStore({ db, metrics: createMetrics(service) });
  const decided = await createPayoutStore({ db, store, ids }).run(id, command);
  if (isRejection(decided)) throw new RefusedError(`${id}: ${decided.detail}`);
};

/** For payouts whose state at the provider is not known here. */
export const payoutCommands: readonly Command[] = [held, hold, resume, adopt, giveUp];
