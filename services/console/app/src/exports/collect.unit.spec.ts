import { collect } from './collect.ts';

const page = (text: string, next?: string, headers = {}): Response =>
  new Response(text, {
    headers: { 'content-type': 'text/csv', ...(next !== undefined && { 'repasse-next-cursor': next }), ...headers },
  });

const textOf = async (...pages: readonly Response[]) => {
  const asked: (string | undefined)[] = [];
  const rows: number[] = [];
  const left = [...pages];
  const { parts, name } = await collect({
    read: (cursor) => {
      asked.push(cursor);
      return Promise.resolve(left.shift() ?? page(''));
    },
    onRows: (count) => rows.push(count),
  });
  return { text: await new Blob([...parts]).text(), name, asked, rows };
};

it('puts the pages of a list into one file with one head', async () => {
  const { text, asked, rows } = await textOf(
    page('a;b\r\n1;2\r\n', 'x'),
    page('a;b\r\n3;4\r\n5;6\r\n', 'y'),
    page('a;b\r\n'),
  );

  expect(text).toBe('a;b\r\n1;2\r\n3;4\r\n5;6\r\n');
  expect(asked).toEqual([undefined, 'x', 'y']);
  expect(rows.at(-1)).toBe(3);
});

it('takes a head apart that comes in pieces', async () => {
  const pieces = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of ['a;', 'b\r', '\n3;4', '\r\n']) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  expect((await textOf(page('a;b\r\n', 'x'), new Response(pieces))).text).toBe('a;b\r\n3;4\r\n');
});

it('keeps the name the file was given', async () => {
  const { name } = await textOf(page('a\r\n', undefined, { 'content-disposition': 'attachment; filename="fees.csv"' }));
  expect(name).toBe('fees.csv');
});

it('throws where a transfer breaks off', async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.error(new Error('gone')),
  });
  await expect(textOf(new Response(broken))).rejects.toThrow('gone');
});
