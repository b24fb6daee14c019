import { createHash } from 'node:crypto';
import { type Operation } from '@repasse/chassis/http/app';

/** The address never changes, so browsers must ask again soon; with the tag, most hear that theirs is the newest. */
const forAnHour = 'public, max-age=3600';

/** GET of a script that pages of other origins load. It is public, so they may also check its digest. */
export const getScript = (read: () => string): Operation => ({
  handle: ({ headers: { 'if-none-match': known } }) => {
    const text = read();
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    const headers = {
      ...{ 'cache-control': forAnHour, etag },
      ...{ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' },
    };
    if (known?.includes(etag) === true) return Promise.resolve({ status: 304, headers });
    return Promise.resolve({ status: 200, body: text, contentType: 'text/javascript; charset=utf-8', headers });
  },
});
