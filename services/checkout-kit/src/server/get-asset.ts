import { type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Assets } from './assets.ts';

const forEver = 'public, max-age=31536000, immutable';

/** GET …/assets/{version}/{folder}/{file} */
export const getAsset = (assets: () => Assets): Operation => ({
  handle: async ({ params }) => {
    const { version, folder = '', file = '' } = params;
    const asset = assets().find(folder, file);
    if (!asset) throw notFound();
    return {
      status: 200,
      body: asset.text,
      contentType: asset.contentType,
      // While a new version is rolled out, a page of the other one may ask here: it gets what there is, to be forgotten.
      headers: { 'cache-control': version === assets().version ? forEver : 'no-store' },
    };
  },
});

const notFound = (): ProblemError =>
  new ProblemError({ status: 404, code: 'route.not_found', detail: 'The page has no such file.' });
