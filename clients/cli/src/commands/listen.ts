import { type FeedEvent } from '@repasse/sdk';
import { type Context } from '../context';
import { CommandError, exitCodes } from '../exit-codes';
import { cursorPath, openCursors } from '../listen/cursor-file';
import { endOfFeed } from '../listen/follow';
import { forward, type Forwarded } from '../listen/forward';
import { routeOf, urlFor, type Route } from '../listen/routes';
import { run, type AddCommands } from './command';

interface ListenOptions {
  readonly forwardTo: readonly string[];
  readonly fromNow?: boolean;
  readonly printSecret?: boolean;
}

export const addListen: AddCommands = (program, world) => {
  program
    .command('listen')
    .description('forward events to your machine as webhooks, without gaps, also over a restart or sleep')
    .option('--forward-to <route>', 'an address, or TYPE=URL; may be said several times', collected, [])
    .option('--from-now', 'leave out what happened while nothing listened')
    .option('--print-secret', 'print the signing secret and end')
    .action(run<ListenOptions>(world, listen));
};

const collected = (text: string, before: readonly string[]): readonly string[] => [...before, text];

const listen = async (context: Context, options: ListenOptions): Promise<void> => {
  const { print, world } = context;
  const profile = context.profile();
  const repasse = context.client(profile);
  if (options.printSecret === true) {
    print.text(`${(await repasse.signingSecret.getWebhookSecret()).secret}\n`);
    return;
  }
  const routes = options.forwardTo.map(routeOf);
  if (routes.length === 0) throw new CommandError('Say where to: --forward-to URL', exitCodes.usage);

  const cursors = openCursors(cursorPath(world.env));
  const name = `${profile.baseUrl} ${profile.clientId}`;
  const kept = options.fromNow === true ? undefined : cursors.get(name);
  // Asked for together and with one token, since somebody waits for the first line.
  const [{ secret }, after] = await Promise.all([
    repasse.signingSecret.getWebhookSecret(),
    kept ?? endOfFeed({ client: () => repasse }),
  ]);
  print.say(`Connected to ${profile.baseUrl} as ${profile.name}; the signing secret is ${secret}`);
  for (const { pattern, url } of routes) print.say(`  ${pattern} → ${url}`);
  if (kept !== undefined) print.say(`Going on behind ${kept}.`);

  const follow = { ...(after !== undefined && { after }), signal: world.signal };
  for await (const event of repasse.followEvents(follow)) {
    await forwardEvent(context, { event, routes, secret });
    cursors.set(name, event.id);
  }
};

interface Forwarding {
  readonly event: FeedEvent;
  readonly routes: readonly Route[];
  readonly secret: string;
}

const forwardEvent = async ({ print, world }: Context, { event, routes, secret }: Forwarding): Promise<void> => {
  const url = urlFor(routes, event.type);
  const { id, type, timestamp } = event;
  if (url === undefined) return;
  const done = await forward(url, { id, body: JSON.stringify(event) }, secret, world.fetch);
  if (print.isJson) print.record({ id, type, timestamp, url, ...done });
  else print.text(`${timestamp}  ${type.padEnd(24)}  ${id}  ${outcomeOf(done)}  ${String(done.durationMs)} ms\n`);
};

const outcomeOf = ({ status, fault }: Forwarded): string =>
  status === undefined ? `— ${fault ?? ''}` : String(status);
