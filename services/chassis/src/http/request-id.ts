import { type Ids } from '../ids';

/** Letters, digits and separators only, so that it can stand in a header, a log line and a shell. */
const saneForm = /^[\w.:-]{1,128}$/;

/** The caller's own id when it is sane, so that both sides can search for the same word; otherwise a new one. */
export const requestIdOf = (given: string | string[] | undefined, ids: Ids): string =>
  typeof given === 'string' && saneForm.test(given) ? given : `req_${ids.ulid()}`;
