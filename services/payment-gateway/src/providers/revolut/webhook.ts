/** A registered callback address and the secret it is signed with. */
export interface Webhook {
  readonly webhookId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly signingSecret: string;
}

/** Reads `{"webhooks":[…]}`, or a bare list; undefined when it is neither. What is no webhook is left out. */
export const readWebhooks = (body: unknown): readonly Webhook[] | undefined => {
  const list = Array.isArray(body) ? body : isRecord(body) ? body['webhooks'] : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((each) => readWebhook(each) ?? []);
};

export const readWebhook = (body: unknown): Webhook | undefined => {
  if (!isRecord(body)) return undefined;
  const { id, url, events, signing_secret: secret } = body;
  if (typeof id !== 'string' || typeof url !== 'string' || typeof secret !== 'string') return undefined;
  const names = Array.isArray(events) ? events.filter((event) => typeof event === 'string') : [];
  return { webhookId: id, url, events: names, signingSecret: secret };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
