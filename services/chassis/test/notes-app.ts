import { createApp, listen, type ApiRequest, type AppOptions, type Listening, type Operation } from '../src/http/app';
import { type Guard } from '../src/http/authentication';
import { ProblemError } from '../src/http/problem';
import { createTokenVerifier } from '../src/auth/token-verifier';
import { systemClock } from '../src/clock';
import { createHealth } from '../src/health/health';
import { createLogger } from '../src/log/logger';
import { createMetrics } from '../src/telemetry/metrics';
import { startTestIssuer, type TestIssuer } from '../src/testing/http-test';
import { notesApi } from './notes-api';

export const internalToken = 'internal-token-of-the-tests';

/** Both are services of the installation; the notes of one are no business of the other. */
export const callers = [
  { name: 'importer', token: internalToken },
  { name: 'importer', token: 'next-token-of-the-importer' },
  { name: 'stranger', token: 'internal-token-of-a-stranger' },
];

/** Answers what it was given, so that a test sees what a handler sees. */
export const echo: Operation = {
  handle: async (request: ApiRequest) => ({
    status: 200,
    body: {
      operationId: request.operationId,
      params: request.params,
      query: request.query,
      body: request.body ?? null,
      userId: request.principal?.userId ?? null,
    },
  }),
};

export const echoes: Readonly<Record<string, Operation>> = {
  createNote: echo,
  listNotes: echo,
  getNote: echo,
  countNotes: echo,
  purgeNotes: echo,
  changeKey: echo,
  importNote: echo,
  sealNote: echo,
  getKey: echo,
  sendFeedback: echo,
  putPicture: { handle: async ({ rawBody }) => ({ status: 200, body: { bytes: [...rawBody] } }) },
};

/** Answers the body alone. Its own check finds nothing, as most do. */
export const bodyEcho: Operation = {
  handle: async ({ body }) => ({ status: 200, body }),
  check: () => [],
};

/** A scheme of the application's own: each note has a seal of its own. */
const noteSeal: Guard = async ({ headers, params }) => {
  const { noteId = '' } = params;
  if (headers['x-note-seal'] === `seal-of-${noteId}`) return `note ${noteId}`;
  throw new ProblemError({ status: 401, code: 'auth.token_invalid', detail: 'That is not the seal of this note.' });
};

export interface NotesApp {
  readonly url: string;
  readonly issuer: TestIssuer;
  readonly logged: readonly string[];
  readonly listening: Listening;
  stop(): Promise<void>;
}

/** The notes interface over real HTTP, with handlers of the test's own where it wants some. */
export const startNotesApp = async (
  operations: Readonly<Record<string, Operation>> = {},
  options: Partial<AppOptions> = {},
): Promise<NotesApp> => {
  const issuer = await startTestIssuer();
  const logged: string[] = [];
  const log = createLogger({
    service: 'notes',
    level: 'debug',
    destination: { write: (line) => void logged.push(line) },
  });
  const app = createApp({
    service: 'notes',
    openapi: notesApi,
    operations: { ...echoes, ...operations },
    verifyToken: createTokenVerifier({ jwksUrls: [issuer.jwksUrl], issuer: issuer.issuer, clock: systemClock, log }),
    internalCallers: () => callers,
    guards: { noteSeal },
    log,
    metrics: createMetrics('notes'),
    health: createHealth(log),
    ...options,
  });
  const listening = await listen(app, 0, { host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${listening.port}`,
    issuer,
    logged,
    listening,
    stop: async () => {
      await listening.close(1_000);
      await issuer.stop();
    },
  };
};
