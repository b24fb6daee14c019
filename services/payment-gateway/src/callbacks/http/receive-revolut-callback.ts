import { assertNever } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/operation';
import { problem } from '@repasse/chassis/http/problem';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { type Revolut, revolutProviderName } from '../../providers/revolut/create-revolut';
import { type CallbackEndpointDeps, receiveCallbacks, signatureInvalid } from './receive-callbacks';

/** The secrets are learned within seconds once the provider answers. */
const retryAfterSeconds = '10';

/** POST /callbacks/revolut: the provider reports a change of an order, and signs it. */
export const receiveRevolutCallback = (deps: CallbackEndpointDeps, revolut: Revolut | undefined): Operation =>
  receiveCallbacks(
    revolutProviderName,
    deps,
    revolut &&
      (async ({ headers, rawBody }) => {
        const verdict = await revolut.verify({
          signature: textOf(headers['revolut-signature']),
          timestamp: textOf(headers['revolut-request-timestamp']),
          rawBody,
        });
        switch (verdict) {
          case 'signed':
            return { outcome: 'accepted', answer: { status: 204 }, body: rawBody.toString('utf8'), isLazy: false };
          case 'forged':
            return {
              outcome: 'forged',
              answer: signatureInvalid('The signature was not made with our secret, or too long ago.'),
            };
          case 'unready':
            return { outcome: 'unready', answer: unready() };
          default:
            return assertNever(verdict);
        }
      }),
  );

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

const unready = (): ApiResponse =>
  problem({
    status: 503,
    code: 'provider.unavailable',
    detail: 'The secret that signatures are checked with is not known yet. Send it again.',
    headers: { 'Retry-After': retryAfterSeconds },
  });
