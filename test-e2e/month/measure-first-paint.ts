import { phone } from '@repasse/checkout-kit/testing/payer';
import { type Browser, type Page } from 'playwright-core';
import { type Person } from './people';

/** A phone of the middle, on mobile data. */
const cpuSlowdown = 4;
const bitsPerSecond = 9_000_000;
const latencyMs = 70;
const tries = 5;

/** The middle of some tries without a cache, in words. Other work on the machine makes it longer. */
export const measureFirstPaint = async (
  browser: Browser,
  consoleUrl: string,
  { storageState }: Person,
): Promise<string> => {
  const context = await browser.newContext({ viewport: phone, storageState });
  const page = await context.newPage();
  await slowDown(page);
  const paints: number[] = [];
  for (let count = 0; count < tries; count += 1) {
    await page.goto(`${consoleUrl}/`);
    await page.waitForSelector('main.screen h1');
    paints.push(await page.evaluate<number>('performance.getEntriesByName("first-contentful-paint")[0].startTime'));
  }
  await context.close();
  const sorted = paints.toSorted((one, other) => one - other).map(Math.round);
  return `First contentful paint of the home screen on a phone: ${String(sorted[2])} ms (${sorted.join(', ')}).`;
};

const slowDown = async (page: Page): Promise<void> => {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Network.enable');
  await debug.send('Network.setCacheDisabled', { cacheDisabled: true });
  await debug.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: latencyMs },
    ...{ downloadThroughput: bitsPerSecond / 8, uploadThroughput: bitsPerSecond / 8 },
  });
  await debug.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
};
