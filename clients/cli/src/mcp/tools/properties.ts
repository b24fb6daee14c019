const time = (description: string) => ({ type: 'string', description, maxLength: 40 }) as const;

/** Ids have 29 characters or are a UUID; more is none. */
export const id = (description: string) =>
  ({ type: 'string', description, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }) as const;

export const text = (description: string, maxLength = 255) => ({ type: 'string', description, maxLength }) as const;

export const choice = <const Choice extends string>(description: string, choices: readonly Choice[]) =>
  ({ type: 'string', description, maxLength: 40, enum: choices }) as const;

export const amount = (description: string) =>
  ({ type: 'string', description, maxLength: 13, pattern: '^(0|[1-9][0-9]{0,9})\\.[0-9]{2}$' }) as const;

export const day = (description: string) =>
  ({ type: 'string', description, maxLength: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }) as const;

/** Of every list: half of what the installation gives at once, since a model reads each row. */
export const page = {
  limit: { type: 'integer', description: 'How many rows; 20 without it.', minimum: 1, maximum: 50 },
  cursor: text('The nextCursor of the answer before, for the rows behind it.', 500),
} as const;

export const created = {
  from: time('Only what was created at this moment or later, such as 2026-11-01T00:00:00-03:00.'),
  to: time('Only what was created before this moment.'),
} as const;

export const rowsAtOnce = 20;
