import { type Sale } from './sale';

/** Three months: older sales cannot be asked for. */
const shownMs = 92 * 86_400_000;

export const isShown = ({ receivedAt }: Sale, now: Date): boolean => now.getTime() - Date.parse(receivedAt) <= shownMs;
