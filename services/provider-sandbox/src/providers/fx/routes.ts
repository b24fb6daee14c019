import express, { type Request, type Router } from 'express';
import { type FxSwitches } from '../../store/switches';
import { type World } from '../../world';
import { type ProviderAnswer } from '../answer';
import { guardOf } from '../api';
import { writeClosingFile } from './closing-file';
import { closingRates } from './closing-rates';
import { isPublished } from './publication';

export interface FxSource extends World {
  readonly switches: FxSwitches;
}

/** The Banco Central's download of closing rates: plain files on a web server, so even its errors are pages. */
export const fxRoutes = (source: FxSource): Router => {
  const router = express.Router();
  router.get('/Download/fechamento/:file', guardOf(source, 'fx', unavailable)(serveClosingFile));
  return router;
};

/** GET /Download/fechamento/{YYYYMMDD}.csv */
const serveClosingFile = async ({ clock, switches }: FxSource, request: Request): Promise<ProviderAnswer> => {
  const { file } = request.params;
  const [, day] = /^(\d{8})\.csv$/.exec(typeof file === 'string' ? file : '') ?? [];
  const { rates, unpublishedDays } = switches.get();
  if (day === undefined || !isPublished(day, clock.now(), unpublishedDays)) return page(404, 'Not Found');
  return { status: 200, contentType: 'text/csv', body: writeClosingFile(day, closingRates(day, rates)) };
};

const unavailable = (): ProviderAnswer => page(503, 'Service Unavailable');

const page = (status: number, text: string): ProviderAnswer => ({
  status,
  contentType: 'text/html',
  body: `<!DOCTYPE html><title>${status}</title><h1>${text}</h1>`,
});
