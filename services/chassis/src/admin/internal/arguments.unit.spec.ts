import { readArguments } from './arguments';
import { UsageError, type AdminCommand } from '../command';

const command = (name: string, more: Partial<AdminCommand> = {}): AdminCommand => ({
  ...{ name, summary: `does ${name}`, changes: false, run: () => Promise.resolve({ summary: name }) },
  ...more,
});
const commands = [
  command('parked'),
  command('parked list', { options: { topic: { type: 'string' }, limit: { type: 'string' } }, positionals: ['key?'] }),
  command('parked skip', { changes: true, positionals: ['topic', 'key'] }),
];
const read = (...typed: readonly string[]) => readArguments(commands, typed);
const signed = ['--by', 'Rita', '--why', 'INC-7'];

describe('the arguments of a command', () => {
  it('belong to the command with the longest name', () => {
    expect(read('parked', 'list', 'ch_1', '--topic', 'charge.events.v1')?.command.name).toBe('parked list');
    expect(read('parked')?.command.name).toBe('parked');
  });

  it('are read by name', () => {
    const args = read('parked', 'list', 'ch_1', '--limit', '5')?.args;

    expect(args?.positional('key')).toBe('ch_1');
    expect(args?.integer('limit', 1)).toBe(5);
    expect(args?.text('topic')).toBeUndefined();
    expect(() => args?.required('topic')).toThrow(UsageError);
  });

  it.each([
    [['unparked'], "There is no command 'unparked'."],
    [['parked', 'skip', 'charge.events.v1'], "'parked skip' needs <key>."],
    [['parked', 'list', 'ch_1', 'ch_2'], "'parked list' does not know what to do with 'ch_2'."],
    [['parked', 'list', '--topics', 'a'], "Unknown option '--topics'"],
    [['parked', 'list', '--apply'], "'parked list' changes nothing: it knows no --apply."],
    [['parked', 'skip', 'a', 'b', '--apply', '--why', 'x'], 'With --apply, --by is needed'],
    [['parked', 'skip', 'a', 'b', '--apply', '--by', 'x', '--why', '  '], 'With --apply, --why is needed'],
    [['parked', 'skip', 'a', 'b', '--apply', '--by', 'x'.repeat(101), '--why', 'y'], '--by may have 100 characters.'],
  ])('%j: %s', (typed, message) => {
    expect(() => read(...typed)).toThrow(UsageError);
    expect(() => read(...typed)).toThrow(message);
  });

  it.each(['0', '-1', '1.5', 'five'])('a limit of %s is refused', (limit) => {
    const args = read('parked', 'list', `--limit=${limit}`)?.args;

    expect(() => args?.integer('limit', 1)).toThrow('--limit must be a whole number from 1 on.');
  });

  it('are signed where something changes, and recorded without the signature', () => {
    const typed = read('parked', 'skip', 'charge.events.v1', 'ch_1', '--apply', ...signed);

    expect(typed).toMatchObject({ isApplied: true, signed: { by: 'Rita', why: 'INC-7' } });
    expect(typed?.recorded).toEqual({ topic: 'charge.events.v1', key: 'ch_1' });
    expect(read('parked', 'skip', 'a', 'b')).toMatchObject({ isApplied: false, signed: undefined });
  });

  it('ask for help', () => {
    expect(read()).toBeUndefined();
    expect(read('parked', 'list', '--help')).toBeUndefined();
  });
});
