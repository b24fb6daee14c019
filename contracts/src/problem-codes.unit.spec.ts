import { problemCode, problemCodes } from '@repasse/contracts';
import { load } from 'js-yaml';
import { readText } from './package-root';

const listed = load(readText('errors.yaml')) as unknown[];

describe('the problem codes', () => {
  it('are listed once each', () => {
    expect(Object.keys(problemCodes)).toHaveLength(listed.length);
  });

  it.each(Object.values(problemCodes).map((entry) => [entry.code, entry] as const))('%s is whole', (code, entry) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.status).toBeLessThan(600);
    expect(entry.title).toMatch(/^[A-Z].*[^.]$/);
    expect(entry.meaning).toMatch(/^[A-Za-z].*\.$/);
    expect(Object.keys(entry).sort()).toEqual(['code', 'meaning', 'status', 'title']);
  });

  it('are found by name, and an unlisted name is a mistake', () => {
    expect(problemCode('charge.not_found').status).toBe(404);
    expect(() => problemCode('charge.mislaid')).toThrow('contracts/errors.yaml');
  });
});
