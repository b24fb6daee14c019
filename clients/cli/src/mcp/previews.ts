import { createHash, randomUUID } from 'node:crypto';
import { ToolError } from './tool-error';

/** A preview that was shown, and what makes carrying it out one thing. */
export interface Offer<Preview> {
  readonly digest: string;
  readonly preview: Preview;
  readonly idempotencyKey: string;
  expiresAt: number;
  isStarted: boolean;
}

/** A person has to read it; what is older may be of another conversation. */
const previewLifeMs = 10 * 60_000;

/** As long as the installation keeps an Idempotency-Key at least. */
const repeatLifeMs = 24 * 60 * 60_000;

/** Of one process; the oldest go first. */
const offersMax = 200;

/** The previews that this process showed. */
export class Previews {
  readonly #offers = new Map<string, Offer<object>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  offer<Preview extends object>(tool: string, input: object, preview: Preview): Offer<Preview> {
    const idempotencyKey = `mcp-${randomUUID()}`;
    const digest = digestOf(tool, input, preview, idempotencyKey);
    const offer = { digest, preview, idempotencyKey, expiresAt: this.#now() + previewLifeMs, isStarted: false };
    this.#offers.set(digest, offer);
    const [oldest] = this.#offers.keys();
    if (this.#offers.size > offersMax && oldest !== undefined) this.#offers.delete(oldest);
    return offer;
  }

  find<Preview extends object>(digest: string): Offer<Preview> | undefined {
    const offer = this.#offers.get(digest);
    return offer === undefined || offer.expiresAt < this.#now() ? undefined : (offer as Offer<Preview>);
  }

  /** From here on it may have been done. */
  start(offer: Offer<object>, tool: string, input: object, present: object): void {
    this.verify(offer, tool, input, present);
    offer.isStarted = true;
    offer.expiresAt = this.#now() + repeatLifeMs;
  }

  /** The digest holds the tool, its input and the preview, so another of any of them is refused. */
  verify({ digest, idempotencyKey }: Offer<object>, tool: string, input: object, present: object): void {
    if (digestOf(tool, input, present, idempotencyKey) === digest) return;
    const message = 'The input, or what it would do, is not what the preview showed. Call without confirm again.';
    throw new ToolError('mcp.preview_changed', message, { allowedActions: [`${tool} without confirm`] });
  }
}

const digestOf = (tool: string, input: object, preview: object, idempotencyKey: string): string => {
  // A model may give the same input in another order.
  const sorted = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted, preview, idempotencyKey]))
    .digest('hex');
};
