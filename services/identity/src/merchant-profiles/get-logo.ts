import { Readable } from 'node:stream';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { findLogo } from './table';

/** The path names a digest of the picture, so what is found there never changes. */
const forAYear = 'public, max-age=31536000, immutable';

/**
 * GET /merchants/logos/{logoDigest}, for browsers of payers. The chassis' headers keep the answer from being sniffed and
 * from loading anything, should a browser open it as a page.
 */
export const getLogo = (db: Tx): Operation => ({
  handle: async ({ params, headers }) => {
    const logo = await findLogo(db, params['logoDigest'] ?? '');
    if (logo === undefined) return logoNotFound();
    const { digest, contentType, bytes } = logo;
    const kept = { 'cache-control': forAYear, etag: `"${digest}"` };
    if (isKnown(headers['if-none-match'], digest)) return { status: 304, headers: kept };
    return {
      status: 200,
      contentType,
      stream: Readable.from([bytes]),
      headers: { ...kept, 'content-length': String(bytes.length) },
    };
  },
});

const isKnown = (ifNoneMatch: string | undefined, digest: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(`"${digest}"`));

/** The same for a logo that never was and for one that was replaced or deleted. */
const logoNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'logo.not_found', detail: 'There is no logo at this address.' });
