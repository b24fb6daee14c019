/** The element asks the page in its frame who it is talking to: the browser proves the origin of each message. */
export const hello = 'repasse:hello';

/** The page in the frame tells the page around it. */
export type FrameMessage =
  | { readonly type: 'repasse:height'; readonly height: number }
  | { readonly type: 'repasse:paid' | 'repasse:expired'; readonly chargeId: string }
  | { readonly type: 'repasse:failed'; readonly chargeId: string; readonly code: string };

/** A message of another origin's page, as far as it is one of ours. */
export const frameMessageOf = (data: unknown): FrameMessage | undefined => {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, height, chargeId, code } = data as Readonly<Record<string, unknown>>;
  if (type === 'repasse:height') return typeof height === 'number' && height > 0 ? { type, height } : undefined;
  if (typeof chargeId !== 'string') return undefined;
  if (type === 'repasse:paid' || type === 'repasse:expired') return { type, chargeId };
  return type === 'repasse:failed' && typeof code === 'string' ? { type, chargeId, code } : undefined;
};

/** The code and its button are seen at the least; no page of ours is as high as the most. */
const heightPxMin = 200;
const heightPxMax = 2_000;

export const frameHeightPx = (height: number): number =>
  Math.ceil(Math.min(Math.max(height, heightPxMin), heightPxMax));

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address of a charge's PIX page by that of its checkout. Undefined for anything else: what is not encrypted outside
 * the developer's machine, and what would run as a script of the page around it.
 */
export const frameAddressOf = (checkoutUrl: string, lang: string | null): URL | undefined => {
  if (!URL.canParse(checkoutUrl)) return undefined;
  const url = new URL(checkoutUrl);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && localHosts.includes(url.hostname));
  if (!isSafe || url.username !== '' || !/\/checkout\/\w+$/.test(url.pathname)) return undefined;
  url.pathname += '/pix';
  if (lang !== null) url.searchParams.set('lang', lang.slice(0, 2).toLowerCase());
  return url;
};
