import { bytesOfText, textOfBytes } from './bytes.ts';

it.each([
  ['', []],
  ['AA', [0]],
  ['-_8', [251, 255]],
  ['Pj___g', [62, 63, 255, 254]],
  ['AQIDBAU', [1, 2, 3, 4, 5]],
])('writes bytes as %j and reads them', (text, numbers) => {
  expect(textOfBytes(Uint8Array.from(numbers).buffer)).toBe(text);
  expect([...bytesOfText(text)]).toEqual(numbers);
});
