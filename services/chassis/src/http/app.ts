import express, { type Express } from 'express';
import { systemClock } from '../clock';
import { randomIds } from '../ids';
import { type AppOptions } from './internal/app-options';
import { onDrain } from './listen';
import { readyOperations } from './internal/ready-operations';
import { createResponder } from './internal/responder';
import { addRoutes, pathNotFound } from './routes';
import { addServiceRoutes } from './service-routes';

export { type AppOptions } from './internal/app-options';
export { listen, type Listening } from './listen';
export { type ApiRequest, type Operation, type Operations } from './operation';
export { type ApiResponse } from './response';

/**
 * An HTTP interface as its OpenAPI description says, and nothing beside it: starting fails when an operation has no
 * handler or a handler no operation. docs/http.md follows one request through it.
 */
export const createApp = (options: AppOptions): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  // Query strings are parsed per operation; express need not do it for every request.
  app.set('query parser', false);
  onDrain(app, () => options.health.drain());

  const { clock = systemClock, ids = randomIds } = options;
  const responder = createResponder({ ...options, ids });
  addRoutes(app, readyOperations({ ...options, clock, ids }), responder);
  addServiceRoutes(app, options, responder);
  options.extend?.(app);
  app.use(pathNotFound(responder));
  app.use(responder.expressFault);
  return app;
};
