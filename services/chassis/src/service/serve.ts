import { loadOpenApi } from '@repasse/contracts';
import { type KeptAnswersConfig } from '../config/kept-answers';
import { type ServiceConfig } from '../config/service-config';
import { createApp, listen, type AppOptions } from '../http/app';
import { createKeepAnswer, type KeepAnswer } from '../idempotency/keep-answer';
import { createIdempotencyStore, type IdempotencyStore } from '../idempotency/store';
import { drainCallers } from '../lifecycle/drain-callers';
import { type Tx } from '../postgres/database';
import { createRequestBook } from '../requests/internal/request-book';
import { requestReads } from '../requests/internal/request-reads';
import { type ServiceParts } from './parts';
import { repairReads } from './internal/repair-reads';
import { serveMetrics } from './serve-metrics';

/** Keeps the answers given under an Idempotency-Key, for as long as retention.yaml says. */
export const keepAnswers = (
  { live, db }: ServiceParts<ServiceConfig & KeptAnswersConfig>,
  decorate: (store: IdempotencyStore) => IdempotencyStore = (store) => store,
): { readonly idempotency: IdempotencyStore; readonly keepAnswer: KeepAnswer } => {
  const answersIn = (tx: Tx): IdempotencyStore =>
    decorate(createIdempotencyStore({ db: tx, keys: () => live().fingerprintKeys }));
  return { idempotency: answersIn(db), keepAnswer: createKeepAnswer(answersIn) };
};

type OwnOptions = Pick<
  AppOptions,
  'operations' | 'verifyToken' | 'internalCallers' | 'guards' | 'idempotency' | 'extend'
>;

/** Serves HTTP by the service's description until the service stops. Returns its URL. */
export const serve = async (parts: ServiceParts, own: OwnOptions): Promise<string> => {
  const { service, config, db, clock, ids, log, metrics, health, lifecycle } = parts;
  const { metricsPort, host } = config;
  const requests = createRequestBook(parts);
  lifecycle.onStop('requests of API keys', () => requests.stop());
  const hasMetricsPage = metricsPort === undefined;
  const app = createApp({
    ...{ service, openapi: loadOpenApi(service), clock, ids, log, metrics, health, hasMetricsPage },
    requestLog: config.requestLog,
    onAnswered: (call) => requests.note(call),
    ...own,
    operations: { ...own.operations, ...repairReads(service, db), ...requestReads(service, db) },
  });
  if (metricsPort !== undefined) {
    const page = await serveMetrics({ metrics, port: metricsPort, host, log });
    lifecycle.onStop('metrics page', () => page.close());
    log.info({ url: page.url }, 'metrics page listening');
  }
  const listening = await listen(app, config.port, { host });
  lifecycle.onStop('http', () => listening.close());
  lifecycle.onDrain('callers', () => drainCallers({ health, log, drain: config.drain }));
  log.info({ url: listening.url }, 'listening');
  return listening.url;
};
