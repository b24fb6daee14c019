import { type Context } from '../context';
import { CommandError, exitCodes } from '../exit-codes';
import { pageMax, run, take, wholeNumber, type AddCommands } from './command';

interface RefundOptions {
  readonly amount?: string;
  readonly preview?: boolean;
  readonly idempotencyKey?: string;
}

interface StatementOptions {
  readonly from: string;
  readonly to: string;
  readonly format: 'json' | 'csv' | 'ofx';
}

export const addMoney: AddCommands = (program, world) => {
  program.command('balance').description('what is available, pending and held').action(run(world, balance));
  program
    .command('statement')
    .description('every entry of some days')
    .requiredOption('--from <day>', 'the first day, such as 2026-11-01')
    .requiredOption('--to <day>', 'the last day')
    .option('--format <format>', 'json, csv or ofx', formatOf, 'json')
    .action(run<StatementOptions>(world, statement));
  const refunds = program.command('refunds').description('give money of a charge back');
  refunds
    .command('create <chargeId>')
    .description('all that is left, or an amount')
    .option('--amount <amount>', 'with two decimals')
    .option('--preview', 'only say who would give back what')
    .option('--idempotency-key <key>', 'a repeat with it is the same refund')
    .action(run<RefundOptions>(world, refund));
  refunds.command('list <chargeId>').description('those of a charge').action(run(world, listRefunds));
  program
    .command('payouts')
    .description('the newest payouts by every rail')
    .option('--limit <n>', 'how many', wholeNumber('--limit', 10_000), 20)
    .action(run<{ readonly limit: number }>(world, payouts));
};

const formatOf = (text: string): string => {
  if (['json', 'csv', 'ofx'].includes(text)) return text;
  throw new CommandError(`--format is json, csv or ofx, not ${text}.`, exitCodes.usage);
};

const balance = async ({ client, print }: Context): Promise<void> => print.record(await client().ledger.getBalance());

const statement = async ({ client, print }: Context, { from, to, format }: StatementOptions): Promise<void> => {
  const { reports } = client();
  const days = { from, to };
  if (format === 'csv') print.text(await reports.getStatementCsv(days));
  else if (format === 'ofx') print.text(await reports.getStatementOfx(days));
  else print.record(await reports.getStatement(days));
};

const refund = async ({ client, print }: Context, options: RefundOptions, chargeId = ''): Promise<void> => {
  const { idempotencyKey } = options;
  const { ledger, refunds } = client();
  const amount = options.amount ?? (await refunds.listCharge(chargeId)).refundable;
  if (options.preview === true) {
    print.record(await ledger.previewRefund(chargeId, { amount }));
    return;
  }
  const call = { ...(idempotencyKey !== undefined && { idempotencyKey }) };
  print.record(await refunds.requestCharge(chargeId, { amount }, call));
};

const listRefunds = async ({ client, print }: Context, _options: object, chargeId = ''): Promise<void> => {
  const { data, refundable } = await client().refunds.listCharge(chargeId);
  print.rows(['id', 'status', 'amount', 'requestedAt'], data);
  print.say(`${refundable} can still go back.`);
};

const payouts = async ({ client, print }: Context, { limit }: { readonly limit: number }): Promise<void> => {
  const found = await take(client().payouts.list({ limit: Math.min(limit, pageMax) }), limit);
  print.rows(['id', 'status', 'amount', 'rail', 'userId', 'createdAt'], found);
};
