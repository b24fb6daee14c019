import type { TestAnswer } from '@repasse/chassis/testing/http-test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A phone of the narrowest kind still sold, and a laptop. */
export const phone = { width: 360, height: 740 };
export const laptop = { width: 1280, height: 900 };

/** Somebody who opens a checkout page, and everything their browser complained about. */
export interface Payer {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** How much of the page moved by itself, as the browser measures it. */
  layoutShift(): Promise<number>;
  close(): Promise<void>;
}

export const openPayer = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Payer> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: phone, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (err) => complaints.push(err.message));
  page.on('console', (message) => {
    // A refusal the page deals with is still an error in the console.
    const isExpected = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isExpected) complaints.push(message.text());
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry.toJSON() as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) {
          const total = Number(document.documentElement.dataset['shift'] ?? 0) + value;
          document.documentElement.dataset['shift'] = String(total);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    page,
    complaints,
    layoutShift: async () => Number((await page.getAttribute('html', 'data-shift')) ?? 0),
    close: () => context.close(),
  };
};

/** The page of a charge, at the address this test's service really has. */
export const pageOf = (serviceUrl: string, { checkoutUrl }: TestAnswer['body']): string => {
  const { pathname, search } = new URL(String(checkoutUrl));
  return `${serviceUrl}${pathname}${search}`;
};
