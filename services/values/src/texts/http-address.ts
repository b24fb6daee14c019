/** Longer than any address that is taken; it bounds the work on one that is not. */
const charactersMax = 10_000;

/** URL reads much more than this: it drops blanks and line ends, adds slashes, and takes a host from the path. */
const written = /^https?:\/\/[^/\\?#\s\p{Cc}][^\s\p{Cc}]*$/iu;

/**
 * The spelling in which an http(s) address is stored, published and called: scheme and host in lower case, other scripts in
 * ASCII (IDNA for the host, percent-encoding behind it). Undefined where the text is no such address, names port 0, which
 * clients dial as the default port, or holds a user name or password, which would lie in logs and on topics.
 */
export const httpAddressOf = (text: string): string | undefined => {
  if (text.length > charactersMax || !written.test(text) || !URL.canParse(text)) return undefined;
  const { href, port, username, password } = new URL(text);
  if (port === '0' || username !== '' || password !== '') return undefined;
  // An address without a path stays as it was written.
  return href === `${text}/` ? text : href;
};
