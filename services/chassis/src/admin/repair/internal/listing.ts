import { type AdminArgs, type ParseArgsOptions } from '../../command';

/** As many as a person reads; --limit asks for more. */
const limitDefault = 100;

export const limitOption = { limit: { type: 'string' } } as const satisfies ParseArgsOptions;

export const listLimit = (args: AdminArgs): number => args.integer('limit', 1) ?? limitDefault;

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
