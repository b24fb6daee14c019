import { type SealedBox } from '../crypto/sealed-box';
import { type IdempotencyStore } from './store';
import { type IdempotencyRow } from './ticket';

/**
 * Idempotency keys keep the answer they stand for, and some answers show a secret once: an API key's, or the one that signs webhooks. Sealed, a
 * copy of the table gives none away, and a repeat still gets the very bytes of the first answer.
 */
export const sealAnswers = (store: IdempotencyStore, box: SealedBox): IdempotencyStore => {
  const seal = (row: IdempotencyRow): IdempotencyRow =>
    row.responseBody === null
      ? row
      : { ...row, responseBody: box.seal(row.responseBody, contextOf(row)).toString('base64') };
  const open = (row: IdempotencyRow): IdempotencyRow =>
    row.responseBody === null
      ? row
      : { ...row, responseBody: box.open(Buffer.from(row.responseBody, 'base64'), contextOf(row)) };

  return {
    ...store,
    claim: async (row) => {
      const claim = await store.claim(row);
      return claim.outcome === 'held' ? { ...claim, existing: open(claim.existing) } : claim;
    },
    find: async (scope, key) => {
      const row = await store.find(scope, key);
      return row === undefined ? undefined : open(row);
    },
    finish: async (row) => {
      const sealed = seal(row);
      const kept = await store.finish(sealed);
      return kept === sealed ? row : open(kept);
    },
  };
};

const contextOf = ({ scope, key }: IdempotencyRow): string => `idempotency ${scope} ${key}`;
