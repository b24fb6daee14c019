import { type Command } from 'commander';
import { contextOf, type Context, type GlobalOptions, type World } from '../context';

/** Adds its commands to the program. */
export type AddCommands = (program: Command, world: World) => void;

/** Runs a command's work with the options of the program and its own. */
export const run =
  <Options extends object>(
    world: World,
    work: (context: Context, options: Options, ...args: string[]) => Promise<void>,
  ) =>
  (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const options = command.opts<Options>();
    const args = given.slice(0, -2) as string[];
    return work(contextOf(world, command.optsWithGlobals<GlobalOptions>()), options, ...args);
  };

/** Of an option that is a whole number. */
export const wholeNumber =
  (name: string, max: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^[1-9]\d*$/.test(text) && number <= max) return number;
    throw new RangeError(`${name} must be a whole number from 1 to ${String(max)}.`);
  };

/** As many items of a list as are wanted, over its pages. */
export const take = async <Item>(list: AsyncIterable<Item>, count: number): Promise<Item[]> => {
  const taken: Item[] = [];
  for await (const item of list) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
};

export const pageMax = 100;
