import { createLatestMap } from './latest-map';

it('keeps what was set last, and drops what was set longest ago', () => {
  const map = createLatestMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);

  map.delete('a');
  map.set('d', 5);
  expect(['a', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, 4, 5]);
});

it('keeps nothing where it may keep nothing', () => {
  const map = createLatestMap<number>(0);
  map.set('a', 1);
  expect(map.get('a')).toBeUndefined();
});
