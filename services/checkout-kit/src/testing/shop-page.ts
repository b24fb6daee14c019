import { startStandIn, type StandIn } from '@repasse/chassis/testing/stand-in';

/** Of a shop's page with the element: what it allows is what our guide says it has to allow, and nothing else. */
const policyWith = (payOrigin: string, alsoFramed: string): string =>
  `default-src 'none'; script-src 'self' ${payOrigin}; frame-src ${payOrigin} ${alsoFramed}; img-src data:; base-uri 'none'; ` +
  "require-trusted-types-for 'script'; trusted-types 'none'";

/** Keeps what the element tells, from the first event on, and what other windows say. */
const shopScript = `
  window.told = [];
  window.heard = [];
  window.addEventListener('message', ({ data }) => window.heard.push(data));
  for (const type of ['paid', 'expired', 'error']) {
    document.querySelector('repasse-pix').addEventListener(type, ({ detail }) => window.told.push([type, detail]));
  }
`;

/** What the element told the shop so far. */
export const toldToShop = 'window.told';
/** The messages that came to its page, the element's or not. */
export const heardByShop = 'window.heard';

export interface ShopPage extends StandIn {
  /** As its merchant registers it: another site than the page's, as `localhost` is no address. */
  readonly origin: string;
  /** The shop's page with a code for this address; the policy lets frames go to the other one as well. */
  pageWith(src: string, alsoFramed?: string): string;
}

/** A shop on an origin of its own, with a strict policy, that embeds the element of the pages at `payUrl`. */
export const startShopPage = async (payUrl: string): Promise<ShopPage> => {
  const { origin: payOrigin } = new URL(payUrl);
  const shop = await startStandIn((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.invalid');
    if (pathname === '/shop.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(shopScript);
      return;
    }
    const headers = {
      'content-type': 'text/html',
      'content-security-policy': policyWith(payOrigin, searchParams.get('also') ?? ''),
    };
    response.writeHead(200, headers).end(markup(payOrigin, searchParams.get('src') ?? ''));
  });
  const origin = shop.url.replace('127.0.0.1', 'localhost');
  return {
    ...shop,
    origin,
    pageWith: (src, also = '') => `${origin}/?${new URLSearchParams({ src, also }).toString()}`,
  };
};

const markup = (payOrigin: string, src: string): string =>
  `<!doctype html><html lang="pt-BR"><title>Shop</title><link rel="icon" href="data:,">
  <h1>Pedido 4711</h1>
  <repasse-pix lang="pt-BR" src="${src.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></repasse-pix>
  <script src="/shop.js"></script>
  <script async src="${payOrigin}/checkout/elements/v1/repasse-pix.js"></script>`;
