/** As long as the addresses that the API takes; a longer one is what some browsers and proxies cut. */
const addressLengthMax = 2_048;

/**
 * A merchant's return address with the id of what was paid, so that their page knows it. A merchant's own parameter of
 * that name stays, and so does an address that would become too long. Nothing else of the text is changed.
 */
export const returnAddress = (address: string | null, name: string, id: string): string | null => {
  if (address === null || !URL.canParse(address) || new URL(address).searchParams.has(name)) return address;
  const [before = '', ...fragment] = address.split('#');
  const separator = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  const named = [`${before}${separator}${name}=${encodeURIComponent(id)}`, ...fragment].join('#');
  return named.length > addressLengthMax ? address : named;
};

/** An address that would run something is no way back. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
