import { type Command } from 'commander';
import { CommandError, exitCodes } from '../exit-codes';
import { run, type AddCommands } from './command';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Scripts that complete commands and options, written from the commands that there are. */
export const addCompletion: AddCommands = (program, world) => {
  program
    .command('completion <shell>')
    .description(`print a script that completes commands: ${shells.join(', ')}`)
    .action(
      run(world, async ({ print }, _options, shell = '') => {
        const script = scripts[shell];
        if (script === undefined)
          throw new CommandError(`There is no ${shell}: ${shells.join(', ')}.`, exitCodes.usage);
        print.text(script(pathsOf(program)));
        return Promise.resolve();
      }),
    );
};

/** Behind which words which words come. */
type Paths = readonly (readonly [path: string, words: readonly string[]])[];

const pathsOf = (command: Command, path: readonly string[] = []): Paths => {
  const commands = command.commands;
  const options = command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));
  return [
    [path.join(' '), [...commands.map((each) => each.name()), ...options]],
    ...commands.flatMap((each) => pathsOf(each, [...path, each.name()])),
  ];
};

const bash = (paths: Paths): string => `_repasse() {
  local path="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=""
  case "$path" in
${paths
  .map(([path, words]) => `    "${path}"*) words="${words.join(' ')}" ;;`)
  .toSorted((one, other) => other.length - one.length)
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _repasse repasse
`;

const zsh = (paths: Paths): string => `autoload -U +X bashcompinit && bashcompinit\n${bash(paths)}`;

const fish = (paths: Paths): string =>
  paths
    .map(([path, words]) => {
      const seen = path === '' ? '__fish_use_subcommand' : `string match -q '* ${path} *' -- (commandline -cp)' '`;
      return `complete -c repasse -f -n "${seen}" -a '${words.join(' ')}'`;
    })
    .join('\n')
    .concat('\n');

const scripts: Readonly<Record<string, (paths: Paths) => string>> = { bash, zsh, fish };
