import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { laptop, phone } from '@repasse/checkout-kit/testing/payer';
import { audit } from '@repasse/checkout-kit/testing/page-audit';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { type StackFile } from '../../deploy/local/stack-file';
import { openScreen } from '../support/console';
import { type Month } from './make-month';
import { type People } from './people';

interface Pictures {
  readonly file: StackFile;
  readonly people: People;
  readonly month: Month;
  readonly folder: string;
  readonly only: string;
}

const screensOfMerchants = ({ chargeId, sellerId, linkId, endpointId, ...further }: Month): readonly string[] => [
  ...['/', '/charges', `/charges/${chargeId}`, '/payment-links', `/payment-links/${linkId}`, '/refunds', '/held'],
  ...[
    '/disputes',
    `/disputes/${further.disputeId}`,
    '/sellers',
    `/sellers/${String(sellerId)}`,
    '/sellers/new',
    '/sellers/import',
  ],
  ...['/receivables', '/payouts', `/payouts/${further.payoutId}`, `/payouts/new?user_id=${String(sellerId)}`],
  ...['/payouts/new', '/payout-runs', `/payout-runs/${further.batchId}`],
  ...['/statement', '/ledger', '/fees', '/closing', '/deliveries', '/endpoints', `/endpoints/${endpointId}`],
  ...['/events', '/keys', '/requests', '/device', '/sandbox', '/settings', '/team', '/audit', '/security'],
];
const screensOfStaff = ({ sellerId }: Month): readonly string[] => [
  ...['/reconciliation', '/settlement', '/closing?books=PLATFORM', '/sellers', `/sellers/${String(sellerId)}`],
];

const devices = { laptop, phone };
const schemes = ['light', 'dark'] as const;
const languages = ['pt-BR', 'en'] as const;

/** The whole of each screen, however long, named by where it is and how it is looked at. How many were taken. */
export const takePictures = async (browser: Browser, pictures: Pictures): Promise<number> => {
  mkdirSync(pictures.folder, { recursive: true });
  let count = 0;
  for (const { storageState, isStaff } of [pictures.people.owner, pictures.people.staff])
    for (const language of languages)
      for (const [device, viewport] of Object.entries(devices))
        for (const colorScheme of schemes) {
          const context = await browser.newContext({ viewport, colorScheme, storageState, locale: language });
          const name = `${device}-${colorScheme}-${language}${isStaff ? '-staff' : ''}`;
          count += await shoot(context, { ...pictures, name, language, isStaff });
          await context.close();
        }
  return count;
};

interface Look extends Pictures {
  readonly name: string;
  readonly language: string;
  readonly isStaff: boolean;
}

const shoot = async (context: BrowserContext, look: Look): Promise<number> => {
  const page = await context.newPage();
  await page.clock.setFixedTime(look.month.nowMs);
  await speak(page, look.language);
  const screens = (look.isStaff ? screensOfStaff : screensOfMerchants)(look.month);
  const wanted = screens.filter((path) => path.startsWith(look.only));
  for (const [at, path] of wanted.entries()) {
    await openScreen(page, look.file, path);
    const faults = await audit(page);
    if (faults.isWiderThanScreen || faults.violations.length > 0)
      process.stdout.write(`${look.name} ${path}: ${JSON.stringify(faults)}\n`);
    const screen = /\w[\w-]*/.exec(path)?.[0] ?? 'home';
    await page.screenshot({ path: join(look.folder, `${look.name}-${String(at)}-${screen}.png`), fullPage: true });
  }
  return wanted.length;
};

/** The language is the person's own, so it is put into the answer about them. */
const speak = async (page: Page, locale: string): Promise<void> => {
  await page.route('**/session*', async (route) => {
    const answer = await route.fetch();
    const session = (await answer.json()) as { readonly person?: object };
    await route.fulfill({ response: answer, json: { ...session, person: { ...session.person, locale } } });
  });
};
