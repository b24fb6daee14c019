import { nextOf } from './next';

it.each(['/', '/charges', '/charges?status=PAID&m=1001'])('goes on to a page of the console: %s', (path) => {
  expect(nextOf(path)).toBe(path);
});

it.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'charges',
  '/a\r\nb',
  undefined,
  ['/x'],
])('leads nowhere else: %p', (given) => {
  expect(nextOf(given)).toBe('/');
});
