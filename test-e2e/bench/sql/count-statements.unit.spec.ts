import { countStatements, perUnit, total } from './count-statements';

const line = (database: string, process: number, statement: string, application = 'charge'): string =>
  `|${database}|${process}|${application}| LOG:  ${statement}`;

const log = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('counting statements', () => {
  it('counts by database, and a statement by itself as a commit', () => {
    const counts = countStatements(
      log(line('a', 1, 'statement: select 1'), line('b', 2, 'execute q7: select 2')),
      'bench',
    );
    expect(counts.get('a')).toMatchObject({ statements: 1, commits: 1 });
    expect(counts.get('b')).toMatchObject({ statements: 1, commits: 1 });
  });

  it('counts a transaction once, when it is committed', () => {
    const counts = countStatements(
      log(
        line('a', 1, 'statement: begin'),
        line('a', 1, 'execute q1: insert into t values ($1)'),
        line('a', 2, 'execute <unnamed>: select 1'),
        line('a', 1, 'statement: commit'),
        line('a', 1, 'statement: begin'),
        line('a', 1, 'statement: rollback'),
      ),
      'bench',
    );
    expect(counts.get('a')).toMatchObject({ statements: 6, commits: 2 });
  });

  it('leaves out the application that counts, and lines that are no statements', () => {
    const lines = [line('a', 1, 'statement: select 1', 'bench'), '2026-11-22 LOG:  checkpoint complete', '\tselect'];
    expect(countStatements(log(...lines), 'bench').size).toBe(0);
  });

  it('names a statement of several lines by its first words', () => {
    const counts = countStatements(log(line('a', 1, 'execute q1: '), '\tselect x', '\t  from t'), 'bench');
    expect([...(counts.get('a')?.byText ?? [])]).toEqual([['select x from t', 1]]);
  });

  it('takes off what an idle system asks, and never less than nothing', () => {
    const idle = countStatements(
      log(line('a', 1, 'statement: select 1'), line('b', 1, 'statement: select 1')),
      'bench',
    );
    const busy = countStatements(
      log(...Array.from({ length: 22 }, () => line('a', 1, 'statement: select 1'))),
      'bench',
    );
    const each = perUnit(({ statements }) => statements, busy, { counts: idle, share: 2 }, 10);
    expect([...each]).toEqual([
      ['a', 2],
      ['b', 0],
    ]);
    expect(total(each)).toBe(2);
  });
});
