import { type Context } from '../context';
import { pageMax, run, take, wholeNumber, type AddCommands } from './command';

interface ListOptions {
  readonly limit: number;
  readonly key?: string;
  readonly requestId?: string;
  readonly refused?: true;
}

export const addRequests: AddCommands = (program, world) => {
  program
    .command('requests')
    .description('what your keys asked, and how it was answered, newest first')
    .option('--limit <n>', 'how many', wholeNumber('--limit', 1_000), 20)
    .option('--key <clientId>', 'of this key alone')
    .option('--request-id <id>', 'the X-Request-Id of an answer')
    .option('--refused', 'only what was refused or failed')
    .action(run<ListOptions>(world, list));
};

/** Each service keeps what it was asked itself, so all are asked, and their lists made one. */
const list = async ({ client, print }: Context, { limit, key, requestId, refused }: ListOptions): Promise<void> => {
  const { requests } = client();
  const query = {
    limit: Math.min(limit, pageMax),
    ...(key !== undefined && { clientId: key }),
    ...(requestId !== undefined && { requestId }),
    ...(refused && { isRefused: true }),
  };
  const lists = await Promise.all([
    take(requests.listCharge(query), limit),
    take(requests.listPaymentGateway(query), limit),
    take(requests.listSplitSettlement(query), limit),
    take(requests.listInvoiceQuery(query), limit),
    take(requests.listWebhookDispatcher(query), limit),
    take(requests.listIdentity(query), limit),
  ]);
  const newest = lists.flat().toSorted((one, other) => (one.answeredAt < other.answeredAt ? 1 : -1));
  print.rows(
    ['answeredAt', 'method', 'route', 'status', 'code', 'durationMs', 'requestId', 'clientId'],
    newest.slice(0, limit),
  );
};
