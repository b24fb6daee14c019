import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Page } from 'playwright-core';

/** Small enough to end between any two blocks of a page. */
const partLength = 1_000;

/** Two frames: the second begins after the first was painted. */
const painted = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/**
 * Opens the page as a slow line brings it: in parts, each painted before the next one comes. Its script and style come
 * from the service at once; its live updates are not served.
 */
export const arriveInParts = async (page: Page, pageUrl: string): Promise<void> => {
  const html = await (await fetch(pageUrl)).text();
  const { pathname, search } = new URL(pageUrl);
  const server = createServer();
  const document = new Promise<ServerResponse>((resolve) => {
    server.on('request', ({ url = '' }, res) => {
      if (url === pathname + search) resolve(begun(res));
      else void passOn(new URL(url, pageUrl), res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}${search}`;
  await page.goto(url, { waitUntil: 'commit' });
  const res = await document;
  for (let start = 0; start < html.length; start += partLength) {
    res.write(html.slice(start, start + partLength));
    await page.evaluate(painted);
  }
  res.end();
  await page.waitForLoadState();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

const begun = (res: ServerResponse): ServerResponse => {
  res.setHeader('content-type', 'text/html').flushHeaders();
  return res;
};

const passOn = async (url: URL, res: ServerResponse): Promise<void> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  const type = answer.headers.get('content-type') ?? '';
  res.setHeader('content-type', type).end(type.startsWith('text/event-stream') ? '' : await answer.text());
};
