import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';
import { named } from './http/named';
import { type SessionCookie } from './session-cookie';

/** As `npm run build` makes it; from sources and from a build alike. */
const appFolder = join(__dirname, '..', 'dist', 'app');

const aYear = '1y';

/** The app: its files, whose names hold their digest, and its one page at every other path. */
export const appPages = (cookie: SessionCookie): Router => {
  const page = readFileSync(join(appFolder, 'index.html'), 'utf8');
  const routes = Router();
  routes.use(
    '/assets',
    named('/assets'),
    express.static(join(appFolder, 'assets'), { immutable: true, maxAge: aYear, index: false, fallthrough: false }),
  );
  routes.get('/pages.css', named('/pages.css'), (_request, response) => {
    response.set('cache-control', 'no-cache').sendFile(join(appFolder, 'pages.css'), { cacheControl: false });
  });
  // Of the page to sign in, which knows no digest.
  routes.get('/passkey.js', named('/passkey.js'), (_request, response) => {
    response.set('cache-control', 'no-cache').sendFile(join(appFolder, 'passkey.js'), { cacheControl: false });
  });
  routes.get('/{*path}', named('/{screen}'), (request, response) => {
    // Whoever did not sign in sees that page first, and no shell that then has nothing to show.
    if (cookie.read(request.headers) !== undefined) response.type('html').send(page);
    else response.redirect(303, `/sign-in?next=${encodeURIComponent(request.originalUrl)}`);
  });
  return routes;
};
