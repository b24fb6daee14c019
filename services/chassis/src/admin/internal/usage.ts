import { type AdminCommand, type AdminProgram } from '../command';

/** All commands of a service, a line each. */
export const usageOf = <C>({ service, commands }: Pick<AdminProgram<C>, 'service' | 'commands'>): string => {
  const lines = commands.map((command) => [callOf(command), command.summary] as const);
  const width = Math.max(...lines.map(([call]) => call.length));
  return [
    `Usage: repasse-admin ${service} <command> [options]`,
    '',
    ...lines.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    '  --apply        do it; without it a command that changes something only says what it would do (marked *)',
    '  --by NAME      who does it; recorded, needed with --apply',
    '  --why TEXT     why; recorded, needed with --apply',
    '  --json         print the result as JSON',
    '',
    'Exit codes: 0 done, 1 refused or something was found, 2 wrong usage, 3 fault.',
  ].join('\n');
};

const callOf = <C>({ name, positionals = [], options = {}, changes }: AdminCommand<C>): string =>
  [
    `${name}${changes ? '*' : ''}`,
    ...positionals.map((place) => (place.endsWith('?') ? `[${place.slice(0, -1)}]` : `<${place}>`)),
    ...Object.entries(options).map(([option, { type }]) => `[--${option}${type === 'string' ? ' …' : ''}]`),
  ].join(' ');
