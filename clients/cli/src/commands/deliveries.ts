import { type Context } from '../context';
import { pageMax, run, take, wholeNumber, type AddCommands } from './command';

interface ListOptions {
  readonly limit: number;
  readonly status?: string;
}

interface ReplayOptions {
  readonly to: string;
  readonly last: number;
}

/** What the installation replays at once. */
const replayMax = 25;

export const addDeliveries: AddCommands = (program, world) => {
  const deliveries = program.command('deliveries').description('webhooks that were sent, and how they were answered');
  deliveries
    .command('list')
    .description('the newest')
    .option('--limit <n>', 'how many', wholeNumber('--limit', 10_000), 20)
    .option('--status <status>', 'only these, such as EXHAUSTED')
    .action(run<ListOptions>(world, list));
  deliveries.command('get <id>').description('one, with every attempt').action(run(world, get));
  deliveries.command('redeliver <id>').description('send it once more').action(run(world, redeliver));
  program
    .command('replay <endpointId>')
    .description('send the last messages of an endpoint to another address, and compare the answers')
    .requiredOption('--to <url>', 'the address')
    .option('--last <n>', 'how many', wholeNumber('--last', replayMax), 10)
    .action(run<ReplayOptions>(world, replay));
};

const list = async ({ client, print }: Context, { limit, status }: ListOptions): Promise<void> => {
  const query = {
    limit: Math.min(limit, pageMax),
    ...(status !== undefined && { status: status.toUpperCase() as 'PENDING' }),
  };
  print.rows(
    ['id', 'status', 'eventType', 'attempts', 'url', 'createdAt'],
    await take(client().deliveries.list(query), limit),
  );
};

const get = async ({ client, print }: Context, _options: object, id = ''): Promise<void> =>
  print.record(await client().deliveries.get(id));

const redeliver = async ({ client, print }: Context, _options: object, id = ''): Promise<void> =>
  print.record(await client().deliveries.redeliver(id));

const replay = async ({ client, print }: Context, { to, last }: ReplayOptions, endpointId = ''): Promise<void> => {
  const { results, same, different, notTried } = await client().endpoints.replay(endpointId, { url: to, last });
  print.rows(Object.keys(results[0] ?? {}), results);
  print.say(`${String(same)} answered alike, ${String(different)} differently, ${String(notTried)} not tried.`);
};
