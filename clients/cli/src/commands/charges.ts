import { type Context } from '../context';
import { CommandError, exitCodes } from '../exit-codes';
import { pageMax, run, take, wholeNumber, type AddCommands } from './command';
import { payInSandbox } from './sandbox';

interface ListOptions {
  readonly limit: number;
  readonly status?: string;
  readonly reference?: string;
}

interface CreateOptions {
  readonly amount: string;
  readonly method?: string;
  readonly reference?: string;
  readonly description?: string;
  readonly idempotencyKey?: string;
}

export const addCharges: AddCommands = (program, world) => {
  const charges = program.command('charges').description('list, read, create, cancel and pay charges');
  charges
    .command('list')
    .description('the newest charges')
    .option('--limit <n>', 'how many', wholeNumber('--limit', 10_000), 20)
    .option('--status <status>', 'only these, such as PAID')
    .option('--reference <text>', 'only those with this reference of yours')
    .action(run<ListOptions>(world, list));
  charges.command('get <id>').description('one charge').action(run(world, get));
  charges
    .command('create')
    .description('a charge in BRL')
    .requiredOption('--amount <amount>', 'with two decimals, such as 100.00')
    .option('--method <method>', 'make the first attempt at once, such as PIX')
    .option('--reference <text>', 'your own reference')
    .option('--description <text>', 'what the payer reads')
    .option('--idempotency-key <key>', 'a repeat with it is the same charge')
    .action(run<CreateOptions>(world, create));
  charges.command('cancel <id>').description('nobody can pay it any more').action(run(world, cancel));
  charges.command('pay <id>').description('pay its newest PIX, in the sandbox').action(run(world, pay));
  charges.command('timeline <id>').description('what happened to it').action(run(world, timeline));
};

const columns = ['id', 'status', 'grossAmount', 'externalReference', 'createdAt'] as const;

const list = async ({ client, print }: Context, { limit, status, reference }: ListOptions): Promise<void> => {
  const query = {
    limit: Math.min(limit, pageMax),
    ...(status !== undefined && { status: status.toUpperCase() as 'PAID' }),
    ...(reference !== undefined && { externalReference: reference }),
  };
  print.rows(columns, await take(client().charges.list(query), limit));
};

const get = async ({ client, print }: Context, _options: object, id = ''): Promise<void> =>
  print.record(await client().charges.get(id));

const create = async ({ client, print }: Context, options: CreateOptions): Promise<void> => {
  const { amount, method, reference, description, idempotencyKey } = options;
  const body = {
    grossAmount: amount,
    currency: 'BRL',
    ...(method !== undefined && { paymentMethod: method.toUpperCase() }),
    ...(reference !== undefined && { externalReference: reference }),
    ...(description !== undefined && { description }),
  } as const;
  print.record(await client().charges.create(body, { ...(idempotencyKey !== undefined && { idempotencyKey }) }));
};

const cancel = async ({ client, print }: Context, _options: object, id = ''): Promise<void> =>
  print.record(await client().charges.cancel(id));

const pay = async (context: Context, _options: object, id = ''): Promise<void> => {
  const attempts = await context.client().attempts.list(id);
  const emv = attempts
    .toReversed()
    .flatMap((each) => (each.checkoutMeta?.method === 'PIX' ? [each.checkoutMeta.emv] : []))[0];
  if (emv === undefined) throw new CommandError(`Charge ${id} has no PIX to pay.`, exitCodes.failed);
  context.print.record(await payInSandbox(context, emv));
};

const timeline = async ({ client, print }: Context, _options: object, id = ''): Promise<void> => {
  const { entries } = await client().timeline.getCharge(id);
  print.rows(['at', 'text'], entries);
};
