import { httpAddressOf } from '@repasse/values/texts/http-address';

export interface OriginRules {
  /** In the sandbox, where a merchant's page is at its developer's machine. */
  readonly isLocalhostAllowed: boolean;
}

/** Scheme, host and port, and nothing that would be more than an origin. */
const onlyOrigin = /^https?:\/\/[^/\\?#@\s]+$/i;
/** What ends up in a header's list of sources has no character that could begin anything else there. */
const dottedName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The fault of an origin; undefined when there is none. */
export const faultOfOrigin = (text: string, { isLocalhostAllowed }: OriginRules): string | undefined => {
  const address = onlyOrigin.test(text) ? httpAddressOf(text) : undefined;
  if (address === undefined) return 'must be an origin such as https://shop.example, without a path.';
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && hostname === 'localhost' && isLocalhostAllowed) return undefined;
  if (protocol !== 'https:') return 'must begin with https://.';
  return dottedName.test(hostname) ? undefined : 'must name one host in full, without wildcards.';
};

/** As browsers write them, each once: in small letters, without the usual port, names beyond ASCII encoded. */
export const originsOf = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.map((text) => new URL(text).origin)),
];
