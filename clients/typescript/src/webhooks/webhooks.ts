import { type webhooks } from '../generated/api';
import { isSigned, WebhookVerificationError } from './signature';

type BodyOf<Name extends keyof webhooks> = webhooks[Name] extends {
  readonly post: { readonly requestBody?: { readonly content: { readonly 'application/json': infer Json } } };
}
  ? Json
  : never;

/** Everything a webhook can tell; told apart by `type`. Newer installations have types that are not here. */
export type WebhookEvent = { [Name in keyof webhooks]: BodyOf<Name> }[keyof webhooks];

export type WebhookEventType = WebhookEvent['type'];

/** As frameworks have them: Headers, or an object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** In the place of the client's. */
  readonly secrets?: readonly string[];
  /** How old or new a message may be. 300 without it. */
  readonly toleranceSeconds?: number;
}

const toleranceSecondsDefault = 300;

export class Webhooks {
  readonly #secrets: readonly string[];
  readonly #nowMs: () => number;

  constructor(secrets: readonly string[] = [], nowMs = () => Date.now()) {
    this.#secrets = secrets;
    this.#nowMs = nowMs;
  }

  /**
   * Verifies a message and reads it. `body` is the bytes as they came: what a framework has parsed and written again is
   * another text. Throws a WebhookVerificationError, and then nothing of the message is to be believed.
   */
  async unwrap(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    { secrets = this.#secrets, toleranceSeconds = toleranceSecondsDefault }: UnwrapOptions = {},
  ): Promise<WebhookEvent> {
    if (secrets.length === 0) throw new TypeError('No signing secret was given: set webhookSecrets.');
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      headerOf(headers, name),
    );
    if (id === undefined || timestamp === undefined || signatures === undefined) {
      throw new WebhookVerificationError('The headers of a webhook are missing.');
    }
    const ageSeconds = this.#nowMs() / 1_000 - Number(timestamp);
    if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
      throw new WebhookVerificationError('The message is too old, or of a time to come.');
    }
    if (!(await isSigned({ id, timestamp, body: text, signatures }, secrets))) {
      throw new WebhookVerificationError('No signature of the message is by these secrets.');
    }
    return JSON.parse(text) as WebhookEvent;
  }
}

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
};
