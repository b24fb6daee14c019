import { printed } from './print';

it('rows are a table: numbers stand right, absent facts are a dash, long ones are cut', () => {
  const rows = [
    { key: 'ch_1', position: 3, detail: null },
    { key: 'ch_22', position: 12, detail: 'x'.repeat(130) },
  ];

  expect(printed({ rows, summary: '2 aggregates.' }, false)).toBe(
    [
      `key    position  detail`,
      `-----  --------  ${'-'.repeat(120)}`,
      `ch_1          3  -`,
      `ch_22        12  ${'x'.repeat(119)}…`,
      '',
      '2 aggregates.',
    ].join('\n'),
  );
});

it('JSON has all facts whole', () => {
  const rows = [{ detail: 'x'.repeat(130) }];

  expect(JSON.parse(printed({ rows, summary: 'one' }, true))).toEqual({ rows, summary: 'one' });
  expect(printed({ rows: [], summary: 'none' }, false)).toBe('none');
});
