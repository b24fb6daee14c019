import { Resources } from './generated/resources';
import { followEvents, type FeedEvent, type FollowOptions } from './follow-events';
import { type RepasseOptions } from './transport/options';
import { createTransport } from './transport/transport';
import { Webhooks } from './webhooks/webhooks';

/**
 * A client of one installation by one API key. It holds a token and nothing else, so one client serves a whole process.
 * Keep it out of browsers: the key's secret is in it.
 */
export class Repasse extends Resources {
  readonly webhooks: Webhooks;

  constructor(options: RepasseOptions) {
    super(createTransport(options));
    this.webhooks = new Webhooks(options.webhookSecrets);
  }

  /** Every event behind another one, in order and without gaps, as it happens; see FollowOptions. Needs webhooks:read. */
  followEvents(options?: FollowOptions): AsyncGenerator<FeedEvent, void, undefined> {
    return followEvents(this.events, options);
  }
}
