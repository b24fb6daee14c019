import express, { raw, type Express, type RequestHandler } from 'express';
import { type Health } from '@repasse/chassis/health/health';
import { onDrain } from '@repasse/chassis/http/listen';
import { healthAnswer } from '@repasse/chassis/http/service-routes';
import { type Logger } from '@repasse/chassis/log/logger';
import { type RequestLog } from '@repasse/chassis/log/request-log';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { createApiAddress } from './api/api-address';
import { createFindOperation } from './api/operations';
import { forward } from './api/forward';
import { logos } from './api/logos';
import { sessionRoutes, type SandboxShown } from './api/session';
import { appPages } from './app-page';
import { type Config } from './config';
import { answerFaults, sendProblem } from './http/faults';
import { named } from './http/named';
import { pageHeaders } from './http/headers';
import { requestLines } from './http/request-lines';
import { sameOrigin } from './http/same-origin';
import { type Identity } from './identity';
import { companyPages } from './pages/company';
import { invitationPages } from './pages/invitation';
import { passwordPages } from './pages/password';
import { portalPages } from './pages/portal';
import { signInPages } from './pages/sign-in';
import { createCompanyCookie, createPasskeyCookie, createSessionCookie, createWayCookie } from './session-cookie';
import { createSandbox } from './sandbox/sandbox';
import { sandboxPath, sandboxRoutes } from './sandbox/routes';
import { createSessions } from './sessions';

export interface ConsoleParts {
  readonly config: Config;
  readonly identity: Identity;
  readonly health: Health;
  readonly log: Logger;
  readonly requests: RequestLog;
  readonly metrics: Metrics;
}

/** The largest body of the API: a file of recipients. */
const bodyLimit = '2mb';

/** Pages to sign in, the app, and the way to the API for people who did. */
export const createConsoleApp = ({ config, identity, health, log, requests, metrics }: ConsoleParts): Express => {
  const { publicUrl, proxiesInFront, apiUrls } = config;
  const cookie = createSessionCookie(publicUrl);
  const sessions = createSessions({ identity, cookie, proxiesInFront });
  const companyCookie = createCompanyCookie(publicUrl);
  const pages = { identity, cookie, proxiesInFront };
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  onDrain(app, () => health.drain());

  app.use(requestLines(requests, metrics), pageHeaders(publicUrl));
  addHealth(app, health);
  app.use(sameOrigin(publicUrl));
  app.use('/sign-in/company', companyPages(pages, { companyCookie, wayCookie: createWayCookie(publicUrl) }));
  app.use('/sign-in', signInPages(pages, createPasskeyCookie(publicUrl)));
  app.use('/invitation', invitationPages(pages));
  app.use('/password', passwordPages(pages));
  app.use('/portal', portalPages(pages));
  app.use('/session', sessionRoutes({ ...pages, sessions, companyCookie, sandbox: sandboxShown(config) }));
  const findOperation = createFindOperation();
  const apiAddress = createApiAddress(apiUrls);
  app.use(
    '/api',
    raw({ type: () => true, limit: bodyLimit }),
    forward({ apiAddress, findOperation, identity, sessions, log }),
  );
  if (config.sandboxUrl !== undefined) {
    const sandbox = createSandbox(config.sandboxUrl);
    app.use(sandboxPath, sandboxRoutes({ sandbox, apiAddress, identity, sessions, log }));
  }
  // Without a sandbox the app's page must not answer for it.
  app.use(sandboxPath, nothingThere);
  app.get('/merchants/logos/:digest', named('/merchants/logos/{digest}'), logos(apiAddress));
  app.use(appPages(cookie));
  app.use(nothingThere);
  app.use(answerFaults(log));
  return app;
};

const nothingThere: RequestHandler = (_request, response) => {
  sendProblem(response, { status: 404, code: 'route.not_found', detail: 'There is nothing at this path.' });
};

/** What the app is told of the sandbox; null where there is none. */
const sandboxShown = ({ sandboxUrl, sandboxPublicUrl }: Config): SandboxShown | null =>
  sandboxUrl === undefined
    ? null
    : { mailboxUrl: sandboxPublicUrl === undefined ? null : `${sandboxPublicUrl}/mailbox` };

const addHealth = (app: Express, health: Health): void => {
  for (const kind of ['live', 'ready'] as const) {
    const path = `/health/${kind}`;
    app.get(path, named(path), async (_request, response) => {
      const { status, body } = await healthAnswer(health, kind);
      response.status(status).json(body);
    });
  }
};
