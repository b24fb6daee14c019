import { holdsCardNumber } from './card-data/card-text';
import { type Ids } from '../ids';

/** Letters, digits and separators only, so that it can stand in a header, a log line and a shell. */
const saneForm = /^[\w.:-]{1,128}$/;

/**
 * The caller's own id when it is sane, so that both sides can search for the same text; otherwise a new one. An id is
 * echoed and logged before any check, so one that looks like a card's number is not sane.
 */
export const requestIdOf = (given: string | string[] | undefined, ids: Ids): string =>
  typeof given === 'string' && saneForm.test(given) && !holdsCardNumber(given) ? given : `req_${ids.ulid()}`;
