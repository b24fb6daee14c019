const blanks = /[ \t\n\r]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A string without its closing quote, so that a fault inside it is found where it stands. */
const openString = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

/** The part of JSON that may come next. After a bracket or brace, its end may come, too. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/**
 * The offset of the first character that keeps a text from being JSON; its length when it ends too early. Undefined for
 * JSON. The parser's own message differs between releases of Node and quotes the text.
 */
export const jsonFaultAt = (text: string): number | undefined => {
  const open: string[] = [];
  let expected: Expected = 'value';
  let at = endOf(blanks, text, 0) ?? 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (isEndOf(open.at(-1), char) && expected.endsWith('or end')) {
      open.pop();
      at += 1;
      expected = afterValue(open);
    } else if (expected.startsWith('value') && (char === '{' || char === '[')) {
      open.push(char);
      at += 1;
      expected = char === '{' ? 'key or end' : 'value or end';
    } else if (expected.startsWith('value') || expected.startsWith('key')) {
      const end = char === '"' ? endOf(openString, text, at) : expected.startsWith('value') && endOf(scalar, text, at);
      if (typeof end !== 'number') return at;
      if (char === '"' && text[end] !== '"') return end;
      at = char === '"' ? end + 1 : end;
      expected = expected.startsWith('key') ? 'colon' : afterValue(open);
    } else if (char === (expected === 'colon' ? ':' : ',') && expected !== 'nothing') {
      at += 1;
      expected = expected === 'comma or end' && open.at(-1) === '{' ? 'key' : 'value';
    } else return at;
    at = endOf(blanks, text, at) ?? at;
  }
  return expected === 'nothing' ? undefined : at;
};

const isEndOf = (opened: string | undefined, char: string): boolean =>
  (opened === '{' && char === '}') || (opened === '[' && char === ']');

const afterValue = (open: readonly string[]): Expected => (open.length === 0 ? 'nothing' : 'comma or end');

const endOf = (form: RegExp, text: string, at: number): number | undefined => {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : undefined;
};

/** `line 2, column 7`, as an editor counts them; undefined for JSON. */
export const placeOfJsonFault = (text: string): string | undefined => {
  const at = jsonFaultAt(text);
  if (at === undefined) return undefined;
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
};
