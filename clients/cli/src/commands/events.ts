import { type Context } from '../context';
import { CommandError } from '../exit-codes';
import { forward, isTaken } from '../listen/forward';
import { followable } from '../listen/follow';
import { run, type AddCommands } from './command';

interface TailOptions {
  readonly types?: string;
  readonly after?: string;
}

export const addEvents: AddCommands = (program, world) => {
  const events = program.command('events').description('what happened, as webhooks tell it');
  events
    .command('tail')
    .description('each event as it happens')
    .option('--types <list>', 'only these, with commas: charge.paid,refund.*')
    .option('--after <id>', 'begin behind this event; with what happens from now on without it')
    .action(run<TailOptions>(world, tail));
  events.command('get <id>').description('one event').action(run(world, get));
  events
    .command('resend <id>')
    .description('send an event to an address, signed as the installation signs')
    .requiredOption('--to <url>', 'the address')
    .action(run<{ readonly to: string }>(world, resend));
};

const tail = async (context: Context, { types, after }: TailOptions): Promise<void> => {
  const { print } = context;
  for await (const event of await followable(context, { types, after })) {
    if (print.isJson) print.record(event);
    else print.text(`${event.timestamp}  ${event.type.padEnd(24)}  ${event.id}\n`);
  }
};

const get = async ({ client, print }: Context, _options: object, id = ''): Promise<void> =>
  print.record(await client().events.get(id));

const resend = async ({ client, print, world }: Context, { to }: { readonly to: string }, id = ''): Promise<void> => {
  const repasse = client();
  const [event, { secret }] = await Promise.all([repasse.events.get(id), repasse.signingSecret.getWebhookSecret()]);
  const done = await forward(to, { id, body: JSON.stringify(event) }, secret, world.fetch);
  print.record({ id, type: event.type, url: to, ...done });
  if (!isTaken(done)) throw new CommandError(`${to} did not take it.`);
};
