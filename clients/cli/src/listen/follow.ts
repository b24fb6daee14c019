import { type FeedEvent } from '@repasse/sdk';
import { type Context } from '../context';

interface Wanted {
  readonly types?: string | undefined;
  readonly after?: string | undefined;
}

const pageMax = 500;

/** The last event so far: where to begin for what happens from now on. Undefined in an empty feed. */
export const endOfFeed = async ({ client }: Pick<Context, 'client'>): Promise<string | undefined> => {
  const { events } = client();
  let last: string | undefined;
  for (let hasMore = true; hasMore;) {
    const page = await events.list({ limit: pageMax, ...(last !== undefined && { after: last }) });
    last = page.data.at(-1)?.id ?? last;
    hasMore = page.hasMore;
  }
  return last;
};

/** The events behind one, or from now on, until the run is ended. */
export const followable = async (
  context: Context,
  { types, after }: Wanted,
): Promise<AsyncGenerator<FeedEvent, void, undefined>> => {
  const begin = after ?? (await endOfFeed(context));
  return context.client().followEvents({
    ...(begin !== undefined && { after: begin }),
    ...(types !== undefined && { types: types.split(',') }),
    signal: context.world.signal,
  });
};
