/** Names and values in turns, as they came: node writes such a list without looking each name up. */
export type RawHeaders = string[];

/**
 * They belong to one connection and end with it (RFC 9110, section 7.6.1). `upgrade` is among them, so a request for
 * another protocol is answered as the plain request that it also is.
 */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers that go on, without further ones in lower case. `connection` is the value of that header. */
export const withoutHopByHop = (raw: readonly string[], connection: string, further = none): RawHeaders => {
  const named = namedBy(connection);
  const passed: RawHeaders = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const key = name.toLowerCase();
    if (hopByHop.has(key) || further.has(key) || named.has(key)) continue;
    passed.push(name, raw[at + 1] ?? '');
  }
  return passed;
};

const none: ReadonlySet<string> = new Set();

/** `Connection` lists further headers of the hop; what nearly everybody sends names none. */
export const namedBy = (connection = ''): ReadonlySet<string> => {
  if (connection === '' || connection === 'keep-alive' || connection === 'close') return none;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
};
