import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RequestHandler } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type ApiAddress } from './api-address';

/** A picture has at most 64 KiB: what takes longer is not coming. */
const timeoutMs = 10_000;

const digests = /^[0-9a-f]{64}$/;

/** The logo that payers see. A page of ours loads pictures from our own address alone, so it comes through here. */
export const logos =
  (apiAddress: ApiAddress): RequestHandler =>
  async (request, response) => {
    const digest = String(request.params['digest']);
    if (!digests.test(digest)) throw notFound();
    const answer = await fetch(`${apiAddress()}/merchants/logos/${digest}`, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok || answer.body === null) throw notFound();
    for (const name of ['content-type', 'cache-control']) response.set(name, answer.headers.get(name) ?? '');
    await pipeline(Readable.fromWeb(answer.body), response);
  };

const notFound = (): ProblemError =>
  new ProblemError({ status: 404, code: 'logo.not_found', detail: 'There is no logo at this address.' });
