/** The bytes are not one whole answer. Where the next one begins is unknown, so the connection is closed. */
export class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError';
}

const notOfAHead = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/;
const token = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** Refuses control characters, and half a line break, in lines of a head. */
export const refuseControls = (text: string): void => {
  if (notOfAHead.test(text)) throw new MalformedAnswerError('A control character, or half a line break.');
};

/** Adds a header line as name and value. */
export const pushHeader = (raw: string[], line: string): void => {
  const colonAt = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colonAt));
  if (!token.test(name)) throw new MalformedAnswerError('A header without a name.');
  raw.push(name, trimmed(line, colonAt + 1));
};

/** Without blanks around it. `trim` takes further characters, which are part of a value. */
const trimmed = (line: string, from: number): string => {
  let [start, end] = [from, line.length];
  while (start < end && isBlank(line, start)) start += 1;
  while (end > start && isBlank(line, end - 1)) end -= 1;
  return line.slice(start, end);
};

const isBlank = (line: string, at: number): boolean => line[at] === ' ' || line[at] === '\t';
