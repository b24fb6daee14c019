import express, { type Request, type Router } from 'express';
import { brasiliaOffsetMs } from '@repasse/values/brasilia-time';
import { type World } from '../../world';
import { type ProviderAnswer } from '../answer';
import { guardOf } from '../api';
import { closingRates, writeClosingFile } from './closing-rates';

/** The Banco Central's download of closing rates: plain files on a web server, so even its errors are pages. */
export const fxRoutes = (world: World): Router => {
  const router = express.Router();
  router.get('/Download/fechamento/:file', guardOf(world, 'fx', unavailable)(serveClosingFile));
  return router;
};

/** GET /Download/fechamento/{YYYYMMDD}.csv */
const serveClosingFile = async ({ clock, fx }: World, request: Request): Promise<ProviderAnswer> => {
  const { file } = request.params;
  const [, day] = /^(\d{8})\.csv$/.exec(typeof file === 'string' ? file : '') ?? [];
  const { rates, unpublishedDays } = fx.get();
  if (day === undefined || !isPublished(day, clock.now(), unpublishedDays)) return page(404, 'Not Found');
  return { status: 200, contentType: 'text/csv', body: writeClosingFile(day, closingRates(day, rates)) };
};

const unavailable = (): ProviderAnswer => page(503, 'Service Unavailable');

const page = (status: number, text: string): ProviderAnswer => ({
  status,
  contentType: 'text/html',
  body: `<!DOCTYPE html><title>${status}</title><h1>${text}</h1>`,
});

/** The closing is out at about ten past one in the afternoon. */
const publishedAtMs = (13 * 60 + 10) * 60_000;
const dayMs = 86_400_000;

/**
 * Whether the closing file of a day (YYYYMMDD) can be had at `now`: not of Saturdays and Sundays, not before its hour,
 * and not of the latest `unpublishedDays` days, with which a source that has stopped is played. Holidays are not known
 * here.
 */
export const isPublished = (day: string, now: Date, unpublishedDays = 0): boolean => {
  const midnight = midnightOf(day);
  if (midnight === undefined || [0, 6].includes(midnight.getUTCDay())) return false;
  const localNowMs = now.getTime() + brasiliaOffsetMs - unpublishedDays * dayMs;
  return localNowMs >= midnight.getTime() + publishedAtMs;
};

const midnightOf = (day: string): Date | undefined => {
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00.000Z`;
  const midnight = new Date(iso);
  // The thirty-first of February parses, as the third of March.
  return Number.isNaN(midnight.getTime()) || midnight.toISOString() !== iso ? undefined : midnight;
};
