import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** A phone of the narrowest kind still sold, and a laptop. */
export const phone = { width: 360, height: 740 };
export const laptop = { width: 1280, height: 900 };

/** A payer who opens a page, and the faults their browser logged. */
export interface Payer {
  readonly page: Page;
  readonly complaints: string[];
  /** The layout shifts that no action of the payer caused; none when they are too small to be noticed. */
  movedByItself(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Keeps the layout shifts that no action of the payer caused. Runs in the page, before its own scripts. */
const measureShifts = `
  const shifts = (window.layoutShifts = []);
  const nameOf = ({ node }) => node?.id || node?.className || node?.nodeName;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(nameOf).join(', ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface LayoutShift {
  readonly value: number;
  readonly moved: string;
}

/** In all. What Google calls good is 0.1; a page that knows its sizes needs less. */
const layoutShiftMax = 0.02;

const tooMuchOf = (shifts: readonly LayoutShift[]): readonly string[] =>
  shifts.reduce((total, { value }) => total + value, 0) < layoutShiftMax
    ? []
    : shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved}`);

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
  await page.addInitScript({ content: measureShifts });
  return {
    page,
    complaints,
    movedByItself: async () => tooMuchOf(await page.evaluate<LayoutShift[]>('window.layoutShifts')),
    close: () => context.close(),
  };
};

/** The payers of a test. */
export class Payers {
  private readonly present: Payer[] = [];

  async arrive(browser: Browser, options?: BrowserContextOptions): Promise<Payer> {
    const payer = await openPayer(browser, options);
    this.present.push(payer);
    return payer;
  }

  /** Closes their browsers and tells the faults that those logged. */
  async leave(): Promise<readonly string[]> {
    const left = this.present.splice(0);
    for (const payer of left) await payer.close();
    return left.flatMap(({ complaints }) => complaints);
  }
}

/** A page at the address this test's service really has. */
export const pageAt = (serviceUrl: string, checkoutUrl: string): string => {
  const { pathname, search } = new URL(checkoutUrl);
  return `${serviceUrl}${pathname}${search}`;
};
