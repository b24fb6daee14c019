import { momentOf } from '@repasse/chassis/moment';
import type { Position } from '../../projections/charges-by-merchant';

/** A place in a list as an opaque text: callers hand it back and read nothing from it. */
export const cursorOf = ({ createdAt, chargeId }: Position): string =>
  Buffer.from(JSON.stringify([createdAt, chargeId])).toString('base64url');

/** Undefined when the text is not one of our cursors. */
export const positionOf = (cursor: string): Position | undefined => {
  const [createdAt, chargeId] = listIn(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (typeof createdAt !== 'string' || !isIsoTime(createdAt)) return undefined;
  if (typeof chargeId !== 'string' || !/^ch_\w{1,60}$/.test(chargeId)) return undefined;
  return { createdAt, chargeId };
};

/** In the very spelling cursors are written in. */
const isIsoTime = (text: string): boolean => momentOf(text) === text;

const listIn = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};
