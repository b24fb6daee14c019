import { keptDaysOf, keptTables } from './retention';
import { topics } from './topics';

const named = (list: readonly (typeof keptTables)[number][]): string[] =>
  list.map(({ table, in: databases }) => `${databases.join(', ')}: ${table}`);

describe('retention.yaml', () => {
  it('lists a table of a database once', () => {
    const places = keptTables.flatMap(({ table, in: databases }) =>
      databases.map((database) => `${database}.${table}`),
    );

    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    expect(places.length).toBeGreaterThan(100);
  });

  it('says of each table how it ends, under which law and why', () => {
    const ends = ['partitions', 'rows', 'code', 'work', 'bounded', 'never'];
    const wanting = keptTables.filter(
      ({ ends: end, law, why }) =>
        !ends.includes(end) || !['none', 'accounting', 'LGPD'].includes(law) || why.trim().length < 5,
    );

    expect(named(wanting)).toEqual([]);
  });

  it('says when and by which column rows end, where they do, and nowhere else', () => {
    const wanting = keptTables.filter((table) => {
      const doesEnd = ['partitions', 'rows', 'code'].includes(table.ends);
      const keptDays = 'keptDays' in table ? table.keptDays : undefined;
      const isTold = table.by !== undefined && keptDays !== undefined && keptDays > 0;
      return doesEnd ? !isTold : keptDays !== undefined;
    });

    expect(named(wanting)).toEqual([]);
  });

  it('divides a table by days, weeks or months', () => {
    const wanting = keptTables.filter((table) => {
      const period = 'period' in table ? table.period : undefined;
      if (period === undefined) return table.ends === 'partitions';
      return (
        !['day', 'week', 'month'].includes(period) ||
        table.by === undefined ||
        !['partitions', 'never'].includes(table.ends)
      );
    });

    expect(named(wanting)).toEqual([]);
  });

  it('keeps the log in PostgreSQL as long as any topic, and no topic for ever', () => {
    const keptMs = topics.flatMap(({ retentionMs, deadLetter }) => [retentionMs, deadLetter.retentionMs]);

    expect(Math.min(...keptMs)).toBeGreaterThan(0);
    expect(Math.max(...keptMs)).toBe(keptDaysOf('bus', 'bus_messages') * 24 * 60 * 60_000);
  });
});
