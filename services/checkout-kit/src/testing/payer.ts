import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A phone of the narrowest kind still sold, and a laptop. */
export const phone = { width: 360, height: 740 };
export const laptop = { width: 1280, height: 900 };

/** A payer who opens a page, and the faults their browser logged. */
export interface Payer {
  readonly page: Page;
  readonly complaints: string[];
  /** How much of the page moved by itself, as the browser measures it. */
  layoutShift(): Promise<number>;
  close(): Promise<void>;
}

/** Adds up layout shifts without an action of the payer; runs in the page, before its own scripts. */
const measureShift = `
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) document.documentElement.dataset.shift = Number(document.documentElement.dataset.shift ?? 0) + value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** For one step of a payer: nothing on the page takes longer, even where the machine is busy. */
const stepTimeoutMs = 15_000;

export const openPayer = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Payer> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: phone, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  const complaints: string[] = [];
  page.on('pageerror', (err) => complaints.push(err.message));
  page.on('console', (message) => {
    // A refusal the page deals with is still an error in the console.
    const isExpected = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isExpected) complaints.push(message.text());
  });
  await page.addInitScript({ content: measureShift });
  return {
    page,
    complaints,
    layoutShift: async () => Number((await page.getAttribute('html', 'data-shift')) ?? 0),
    close: () => context.close(),
  };
};

/** A page at the address this test's service really has. */
export const pageAt = (serviceUrl: string, checkoutUrl: string): string => {
  const { pathname, search } = new URL(checkoutUrl);
  return `${serviceUrl}${pathname}${search}`;
};
