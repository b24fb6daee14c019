import { type Browser } from 'playwright-core';
import { describeWithChromium, launchBrowser } from '../../../../test-e2e/support/browser';
import { audit, faultless } from './page-audit';

describeWithChromium('the audit of a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  const auditOf = async (body: string): ReturnType<typeof audit> => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.setContent(
      `<!doctype html><html lang="en"><title>Pay</title>
       <body style="background: #fff; color: #111"><main><h1>Pay</h1>${body}</main>`,
    );
    try {
      return await audit(page);
    } finally {
      await page.close();
    }
  };

  it('finds nothing on a page without a fault', async () => {
    expect(await auditOf('<p>R$ 150,00</p>')).toEqual(faultless);
  });

  it.each([
    ['a text that is hard to read', '<p style="color: #999">R$ 150,00</p>', 'color-contrast p'],
    ['a text that cannot be seen', '<p style="color: #fff">R$ 150,00</p>', 'color-contrast p'],
    ['a field without a name', '<input>', 'label input'],
    ['a button without a name', '<button></button>', 'button-name button'],
    ['a picture without a description', '<img src="data:,">', 'image-alt img'],
    ['headings that leave a rank out', '<h4>Card</h4>', 'heading-order h4'],
    [
      'a target that is hard to hit',
      '<button>a</button><button style="width: 9px; padding: 0">b</button>',
      'target-size',
    ],
  ])('finds %s', async (_what, body, fault) => {
    const { violations } = await auditOf(body);

    expect(violations).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`^${fault}`))]));
  });

  it('finds a page that is wider than the screen', async () => {
    expect(await auditOf('<p style="width: 400px">R$ 150,00</p>')).toMatchObject({ isWiderThanScreen: true });
  });
});
