import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that says nothing of where two secrets differ. */
export const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
