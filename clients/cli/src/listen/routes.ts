import { CommandError, exitCodes } from '../exit-codes';

/** Where events of a type or a family go. */
export interface Route {
  /** `charge.paid`, `refund.*` or `*`. */
  readonly pattern: string;
  readonly url: string;
}

/** `refund.*=http://localhost:3000/refunds`, or an address alone for all the others. */
export const routeOf = (text: string): Route => {
  const [, pattern = '*', url = ''] = /^(?:([a-z_.*]+)=)?(.+)$/.exec(text) ?? [];
  if (!/^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(pattern) || !URL.canParse(url) || !/^https?:/.test(url)) {
    throw new CommandError(
      `${text} is no route: write TYPE=URL, such as charge.*=http://localhost:3000`,
      exitCodes.usage,
    );
  }
  return { pattern, url };
};

const fits = (pattern: string, type: string): boolean =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

/** The address of the narrowest route that fits; undefined where none does. */
export const urlFor = (routes: readonly Route[], type: string): string | undefined =>
  routes.filter(({ pattern }) => fits(pattern, type)).toSorted((one, other) => rank(other) - rank(one))[0]?.url;

const rank = ({ pattern }: Route): number => (pattern === '*' ? 0 : pattern.endsWith('.*') ? 1 : 2);
