import { type RequestListener } from 'node:http';
import { listen, type Listening } from '../http/listen';
import { problem } from '../http/problem';
import { type Logger } from '../log/logger';
import { type Metrics } from '../telemetry/metrics';

export interface MetricsServer {
  readonly metrics: Metrics;
  readonly port: number;
  readonly host: string;
  readonly log: Logger;
}

/**
 * Serves /metrics on a port of its own, which callers from outside cannot reach: metrics show how much business is done.
 * Where such a port is set, the service's public port has no metrics.
 */
export const serveMetrics = ({ metrics, port, host, log }: MetricsServer): Promise<Listening> => {
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      const { body, contentType = '' } = problem({
        status: 404,
        code: 'route.not_found',
        detail: 'There is only GET /metrics here.',
      });
      response.writeHead(404, { 'content-type': contentType }).end(JSON.stringify(body));
      return;
    }
    metrics.scrapeFor(request.headers.accept).then(
      ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (err: unknown) => {
        log.error({ err }, 'metrics could not be measured');
        response.writeHead(500).end();
      },
    );
  };
  return listen(answer, port, { host });
};
