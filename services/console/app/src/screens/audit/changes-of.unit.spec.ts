import { changesOf } from './changes-of';

it('says of each field what it was and what it became', () => {
  expect(changesOf({ role: 'SUPPORT', min: null }, { role: 'FINANCE', 'rules.0.bps': 120 })).toEqual([
    { name: 'role', before: 'SUPPORT', after: 'FINANCE' },
    { name: 'min', before: undefined, after: undefined },
    { name: 'rules.0.bps', before: undefined, after: '120' },
  ]);
});

it('says nothing where nothing was written down', () => {
  expect(changesOf(null, undefined)).toEqual([]);
});
