import { readAnswer } from './http-answer';

const answer = (...lines: readonly string[]): Buffer => Buffer.from(lines.join('\r\n'));

describe('reading an answer', () => {
  it('takes as many bytes as Content-Length says', () => {
    const received = answer('HTTP/1.1 201 Created', 'Content-Length: 2', '', 'okHTTP/1.1');
    expect(readAnswer(received)).toEqual({ status: 201, body: Buffer.from('ok'), isLast: false });
  });

  it('joins chunks', () => {
    const received = answer(
      'HTTP/1.1 200 OK',
      'Transfer-Encoding: chunked',
      '',
      '3',
      'abc',
      'a',
      '0123456789',
      '0',
      '',
      '',
    );
    expect(readAnswer(received)?.body.toString()).toBe('abc0123456789');
  });

  it('says when the connection ends with it', () => {
    const received = answer('HTTP/1.1 204 No Content', 'Connection: close', '', '');
    expect(readAnswer(received)).toEqual({ status: 204, body: Buffer.alloc(0), isLast: true });
  });

  it.each([
    ['before the head has ended', answer('HTTP/1.1 200 OK', 'Content-Length: 2')],
    ['while bytes are missing', answer('HTTP/1.1 200 OK', 'Content-Length: 3', '', 'ok')],
    ['inside a chunk', answer('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '5', 'ab')],
    ['before the last chunk', answer('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '2', 'ab', '')],
  ])('waits %s', (_, received) => {
    expect(readAnswer(received)).toBeUndefined();
  });
});
