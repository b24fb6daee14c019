import { setTimeout as pause } from 'node:timers/promises';
import { problem, problemContentType } from '@repasse/chassis/http/problem';
import { type Logger } from '@repasse/chassis/log/logger';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express';
import { type InboxSecrets } from '../store/inbox-secrets';
import { type InboxTable } from '../store/inbox-table';

/** Four times the dispatcher's limit. */
const bodyLimitBytes = 262_144;
const namePattern = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * POST /sandbox/inbox/{name}: a merchant's webhook receiver. On bare express, because a signature is over the bytes and
 * because an inbox keeps any body, JSON or not.
 */
export const webhookInboxes = (inboxes: InboxTable, secrets: InboxSecrets, log: Logger): Router => {
  const router = express.Router();
  const readBody = express.raw({ type: () => true, limit: bodyLimitBytes });
  router.post('/sandbox/inbox/:name', readBody, receiveWebhook(inboxes, secrets));
  router.use('/sandbox/inbox', faultHandler(log));
  return router;
};

const receiveWebhook =
  (inboxes: InboxTable, secrets: InboxSecrets): RequestHandler<{ name: string }> =>
  async (request, response) => {
    const { name } = request.params;
    if (!namePattern.test(name)) {
      const detail = 'An inbox has a name of 1 to 64 letters, digits, dots, dashes and underscores.';
      const { body } = problem({ status: 400, code: 'sandbox.inbox_name_invalid', detail });
      response.status(400).type(problemContentType).send(JSON.stringify(body));
      return;
    }
    const message = { headers: headersOf(request), rawBody: bodyOf(request), receivedAt: new Date().toISOString() };
    const reply = await inboxes.receive(name, { ...message, verified: secrets.verify(message) });
    if (reply.delayMs > 0) await pause(reply.delayMs);
    // A redirect leads back here: a sender that follows it delivers twice, which the inbox shows.
    if (reply.status >= 300 && reply.status < 400) response.location(request.originalUrl);
    response.status(reply.status).json({ received: reply.status < 300 });
  };

const headersOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

/** Text columns hold anything but NUL, which no JSON contains either. */
const bodyOf = (request: Request): string =>
  Buffer.isBuffer(request.body) ? request.body.toString('utf8').replaceAll('\u0000', '\uFFFD') : '';

/** Four parameters are how express knows an error handler. */
const faultHandler =
  (log: Logger): ErrorRequestHandler =>
  (fault: unknown, _request, response, _next) => {
    const status = fault instanceof Error && 'status' in fault ? Number(fault.status) : 500;
    if (status >= 500) log.error({ err: fault }, 'webhook inbox failed');
    response.status(status).json({ received: false });
  };
