import { Previews } from './previews';

describe('a preview', () => {
  it('counts for ten minutes, and for the life of its key once it was begun', () => {
    let now = 0;
    const previews = new Previews(() => now);
    const [late, begun] = [previews.offer('tool', {}, { a: 1 }), previews.offer('tool', {}, { a: 1 })];
    previews.start(begun, 'tool', {}, { a: 1 });
    now = 10 * 60_000;
    expect(previews.find(late.digest)).toBe(late);
    now += 1;
    expect(previews.find(late.digest)).toBeUndefined();
    now = 24 * 60 * 60_000;
    expect(previews.find(begun.digest)).toBe(begun);
  });

  it('is of its input in any order, of its tool and of what it shows', () => {
    const previews = new Previews();
    const offer = previews.offer('tool', { a: 1, b: 2 }, { c: 3 });
    expect(() => previews.verify(offer, 'tool', { b: 2, a: 1 }, { c: 3 })).not.toThrow();
    expect(() => previews.verify(offer, 'other', { a: 1, b: 2 }, { c: 3 })).toThrow('not what the preview showed');
    expect(() => previews.verify(offer, 'tool', { a: 1, b: 3 }, { c: 3 })).toThrow('not what the preview showed');
    expect(() => previews.verify(offer, 'tool', { a: 1, b: 2 }, { c: 4 })).toThrow('not what the preview showed');
  });

  it('is forgotten when two hundred came after it', () => {
    const previews = new Previews();
    const first = previews.offer('tool', {}, {});
    for (let count = 0; count < 199; count += 1) previews.offer('tool', {}, {});
    expect(previews.find(first.digest)).toBe(first);
    previews.offer('tool', {}, {});
    expect(previews.find(first.digest)).toBeUndefined();
  });
});
