import { jsonFaultAt, placeOfJsonFault } from './json-fault';

const valid = [
  ...['{}', '[]', ' { "a" : [ 1 , -0.5e+3 , true , null ] , "b" : { "c" : "d\\n\\u00e9" } } ', '"x"', '0', '[[],{}]'],
  '{"a":{"b":[{"c":""}]},"d":false}',
];

it.each(valid)('%s is JSON', (text) => {
  expect(jsonFaultAt(text)).toBeUndefined();
});

it.each<[string, number]>([
  ['{"currency": BRL}', 13],
  ['{"a": 1,}', 8],
  ['{"a" 1}', 5],
  ['{a: 1}', 1],
  ["{'a': 1}", 1],
  ['[1 2]', 3],
  ['[1,]', 3],
  ['[1}', 2],
  ['{"a": 01}', 7],
  ['{"a": "b\nc"}', 8],
  ['{"a": "\\x"}', 7],
  ['{"a": 1} x', 9],
  ['{"a": 1', 7],
  ['{"a": "b', 8],
  ['', 0],
  ['nul', 0],
  ['{"a": NaN}', 6],
])('%j stops being JSON at %i', (text, at) => {
  expect(jsonFaultAt(text)).toBe(at);
});

it('agrees with the parser on what is JSON, wherever a text is cut or changed', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const [, , text = ''] = valid;
  for (let at = 0; at <= text.length; at += 1) {
    for (const put of ['', ',', '"', '}', ']', '1', '\\', ':']) {
      for (const changed of [text.slice(0, at) + put, text.slice(0, at) + put + text.slice(at + 1)]) {
        expect([changed, jsonFaultAt(changed) === undefined]).toEqual([changed, isJson(changed)]);
      }
    }
  }
});

it('counts lines and columns as an editor does', () => {
  expect(placeOfJsonFault('{\n  "a": x\n}')).toBe('line 2, column 8');
  expect(placeOfJsonFault('{}')).toBeUndefined();
});
