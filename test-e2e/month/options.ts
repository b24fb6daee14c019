import { parseArgs } from 'node:util';

export interface MonthOptions {
  readonly days: number;
  readonly folder: string;
  /** Only screens whose path begins so. */
  readonly only: string;
  /** Keeps the system running after the pictures, to be looked at by hand. */
  readonly isKept: boolean;
}

export const help = `npm run month -- [--days 30] [--folder pictures] [--only /charges] [--keep]

Starts the system on ports of its own, lets a month of a small marketplace go by on the sandbox's clock, and takes pictures
of every screen of the console: phone and laptop, light and dark, Portuguese and English. Prints the first contentful
paint of the home screen on an emulated phone. Five to ten minutes.

  --days    how many days go by
  --folder  where the pictures go (a new folder of the system's temporary one)
  --only    pictures of screens whose path begins so
  --keep    leaves the system running until Ctrl-C, and prints who can sign in
`;

/** Undefined when help was asked for. */
export const readOptions = (args: readonly string[], newFolder: () => string): MonthOptions | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      days: { type: 'string', default: '30' },
      folder: { type: 'string' },
      only: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 2 || days > 60) throw new Error('--days is a number from 2 to 60.');
  return { days, folder: values.folder ?? newFolder(), only: values.only, isKept: values.keep };
};
