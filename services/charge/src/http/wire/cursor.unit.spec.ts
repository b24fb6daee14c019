import { cursorOf, positionOf } from './cursor';

describe('a cursor', () => {
  const position = { createdAt: '2026-11-21T12:00:00.000Z', chargeId: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' };

  it('says where a list goes on, in few characters that fit a query', () => {
    const cursor = cursorOf(position);
    expect(positionOf(cursor)).toEqual(position);
    expect(cursor).toMatch(/^[\w-]{1,200}$/);
  });

  it.each([
    '',
    'abc',
    '!!!',
    Buffer.from('null').toString('base64url'),
    Buffer.from('["x","y"]').toString('base64url'),
  ])('is not %j', (text) => {
    expect(positionOf(text)).toBeUndefined();
  });

  it('names a moment the database can read', () => {
    expect(positionOf(cursorOf({ ...position, createdAt: '2026-99-99T99:99:99.999Z' }))).toBeUndefined();
  });
});
