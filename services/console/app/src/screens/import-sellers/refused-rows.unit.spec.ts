import { countOfRows, rowsOfProblem, rowsOfResult } from './refused-rows.ts';

it('finds row and column in a file that was refused', () => {
  const rows = rowsOfProblem([
    { field: 'lines[3].representative.document', message: 'must be a CPF' },
    { field: 'lines[3].email', message: 'must be an e-mail' },
    { field: 'lines[12]', message: 'has more cells than the header' },
    { field: 'body', message: 'has no header' },
  ]);

  expect(rows).toEqual([
    { row: 3, column: 'representative.document', message: 'must be a CPF' },
    { row: 3, column: 'email', message: 'must be an e-mail' },
    { row: 12, column: '', message: 'has more cells than the header' },
    { row: undefined, column: 'body', message: 'has no header' },
  ]);
  expect(countOfRows(rows)).toBe(3);
});

it('finds the codes of rows that contradict what is known', () => {
  const errors = [{ field: 'lines[4]', message: 'You know this seller under another reference.' }];

  expect(rowsOfProblem(errors, [{ line: 4, code: 'recipient.reference_differs' }])).toEqual([
    { row: 4, column: '', message: errors[0]?.message, code: 'recipient.reference_differs' },
  ]);
});

it('tells of rows that were left out, by their cells or by their code', () => {
  const line = { recipientId: null, status: 'REFUSED' as const };

  expect(
    rowsOfResult([
      { line: 2, status: 'CREATED', recipientId: 7, code: null, errors: [] },
      { ...line, line: 3, code: 'request.invalid', errors: [{ field: 'document', message: 'is wrong' }] },
      { ...line, line: 4, code: 'request.invalid', errors: [{ field: 'lines[4]', message: 'is short' }] },
      { ...line, line: 5, code: 'recipient.document_differs', errors: [] },
    ]),
  ).toEqual([
    { row: 3, column: 'document', message: 'is wrong' },
    { row: 4, column: '', message: 'is short' },
    { row: 5, column: '', message: 'recipient.document_differs', code: 'recipient.document_differs' },
  ]);
});
