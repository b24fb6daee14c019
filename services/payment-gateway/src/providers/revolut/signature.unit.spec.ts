import { isSigned, toleranceMs } from './signature';

// Recorded from the provider's scheme: HMAC-SHA256 over v1.{timestamp}.{body}.
const rawBody = Buffer.from(
  '{"event":"ORDER_COMPLETED","order_id":"0198c0de-0000-7000-8000-000000000001","merchant_order_ext_ref":"chg_1"}',
);
const timestamp = '1767225600000';
const current = {
  secret: 'wsk_sim_current_00000000000000001',
  signature: 'v1=7bc4c88afcb0be4777f5f80208204b281ca405886d034229ff8fe19c107580f2',
};
const previous = {
  secret: 'wsk_sim_previous_0000000000000001',
  signature: 'v1=93df2a0a75b7e8ef30936301427f8a266b6bbfbd1553adbad89bb1c3e511688a',
};
const at = (offsetMs: number): Date => new Date(Number(timestamp) + offsetMs);
const callback = { signature: current.signature, timestamp, rawBody };

describe('a signature', () => {
  it('holds with the secret it was made with', () => {
    expect(isSigned(callback, [current.secret], at(0))).toBe(true);
    expect(isSigned({ ...callback, signature: previous.signature }, [previous.secret], at(0))).toBe(true);
  });

  it('holds when any of several was made with any of ours, while secrets are rotated', () => {
    const both = { ...callback, signature: `${previous.signature}, ${current.signature}` };

    expect(isSigned(both, [current.secret], at(0))).toBe(true);
    expect(isSigned(both, [previous.secret], at(0))).toBe(true);
    expect(isSigned(callback, ['wsk_other', current.secret], at(0))).toBe(true);
    expect(isSigned(both, ['wsk_other'], at(0))).toBe(false);
  });

  it('holds for five minutes, either way', () => {
    expect(isSigned(callback, [current.secret], at(toleranceMs))).toBe(true);
    expect(isSigned(callback, [current.secret], at(-toleranceMs))).toBe(true);
    expect(isSigned(callback, [current.secret], at(toleranceMs + 1))).toBe(false);
    expect(isSigned(callback, [current.secret], at(-toleranceMs - 1))).toBe(false);
  });

  it.each([
    ['another body', { rawBody: Buffer.from(`${rawBody.toString()} `) }],
    ['another time', { timestamp: '1767225600001' }],
    ['no time', { timestamp: undefined }],
    ['a time that is none', { timestamp: '1767225600000.0' }],
    ['no signature', { signature: undefined }],
    ['an empty one', { signature: 'v1=' }],
    ['half of one', { signature: current.signature.slice(0, 40) }],
    ['one of another version', { signature: current.signature.replace('v1', 'v2') }],
  ])('does not hold with %s', (_, other) => {
    expect(isSigned({ ...callback, ...other }, [current.secret], at(0))).toBe(false);
  });

  it('does not hold without a secret', () => {
    expect(isSigned(callback, [], at(0))).toBe(false);
  });
});
