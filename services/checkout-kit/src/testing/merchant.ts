import { type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { type Merchant } from '../markup/merchant.ts';

/** With all a merchant can say, and a name of more than one line on a phone. */
export const testMerchant = {
  displayName: 'Padaria e Confeitaria São João do Largo da Matriz',
  logoPath: `/merchants/logos/${'0a'.repeat(32)}`,
  supportEmail: 'ajuda@padaria.example',
  supportUrl: 'https://padaria.example/ajuda/pagamentos',
} as const satisfies Merchant;

/** Answers for identity, which serves logos beside the page's own service; before the page is opened. */
export const serveLogo = async (page: Page): Promise<void> => {
  const body = PNG.sync.write(new PNG({ width: 128, height: 128, fill: true }));
  await page.route(`**${testMerchant.logoPath}`, (route) => route.fulfill({ contentType: 'image/png', body }));
};
