import { type Express, type Request, type Response } from 'express';
import { type Health, type HealthKind } from '../health/health';
import { type AppOptions } from './internal/app-options';
import { errorsPage } from './errors-page';
import { pageHeaders } from './page';
import { type ApiResponse } from './response';
import { methodNotAllowed } from './routes';
import { type Responder } from './internal/responder';

/** The routes of every service beside its own interface: health, metrics and its description. */
export const addServiceRoutes = (app: Express, options: AppOptions, responder: Responder): void => {
  const { health, metrics, openapi, hasMetricsPage = true } = options;
  const description = JSON.stringify(openapi);
  const errors = errorsPage();

  const routes: Readonly<Record<string, (request: Request) => Promise<ApiResponse>>> = {
    '/health/live': () => healthAnswer(health, 'live'),
    '/health/ready': () => healthAnswer(health, 'ready'),
    ...(hasMetricsPage && {
      '/metrics': async ({ headers }) => {
        const { text, contentType } = await metrics.scrapeFor(headers.accept);
        return { status: 200, body: text, contentType };
      },
    }),
    '/openapi.json': async () => ({ status: 200, body: description, contentType: 'application/json; charset=utf-8' }),
    '/docs/errors': async () => ({
      status: 200,
      body: errors.html,
      contentType: 'text/html; charset=utf-8',
      headers: pageHeaders(errors),
    }),
  };
  for (const [path, answer] of Object.entries(routes)) {
    app.route(path).all((request: Request, response: Response) =>
      responder.respond(request, response, path, async () => {
        if (request.method === 'GET' || request.method === 'HEAD') return { response: await answer(request) };
        throw methodNotAllowed(request.method, 'GET, HEAD');
      }),
    );
  }
};

export const healthAnswer = async (health: Health, kind: HealthKind): Promise<ApiResponse> => {
  const { isHealthy, checks } = await health.report(kind);
  return { status: isHealthy ? 200 : 503, body: { status: isHealthy ? 'ok' : 'failed', checks } };
};
