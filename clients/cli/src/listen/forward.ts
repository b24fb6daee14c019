import { createHmac } from 'node:crypto';

export interface Forwarded {
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly fault: string | undefined;
}

/** As long as the installation waits for a receiver. */
const timeoutMs = 15_000;

export interface Message {
  readonly id: string;
  readonly body: string;
}

/** Sends a message as the installation does: signed as Standard Webhooks has it, so that a receiver's code verifies it unchanged. */
export const forward = async (
  url: string,
  { id, body }: Message,
  secret: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Forwarded> => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const begunMs = performance.now();
  const ended = (): number => Math.round(performance.now() - begunMs);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`,
  };
  try {
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const;
    const { status, body: answer } = await fetch(url, init);
    await answer?.cancel();
    return { status, durationMs: ended(), fault: undefined };
  } catch (thrown) {
    return { status: undefined, durationMs: ended(), fault: faultOf(thrown) };
  }
};

export const isTaken = ({ status }: Forwarded): boolean => status !== undefined && status >= 200 && status < 300;

const signatureOf = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64');

const faultOf = (thrown: unknown): string => {
  const { cause, message } = thrown as Error & { readonly cause?: { readonly code?: string } };
  return cause?.code ?? message;
};
