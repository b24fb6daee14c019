import { frameAddressOf, frameHeightPx, frameMessageOf } from './frame-messages';

const checkoutUrl = 'https://api.example/checkout/ch_01JD?token=a.b.c';

describe('the address of the page in a frame', () => {
  it('is the PIX page of the same charge, with the same token', () => {
    expect(frameAddressOf(checkoutUrl, null)?.href).toBe('https://api.example/checkout/ch_01JD/pix?token=a.b.c');
  });

  it('names the language in the page’s own way', () => {
    expect(frameAddressOf(checkoutUrl, 'EN-us')?.searchParams.get('lang')).toBe('en');
  });

  it.each([
    'http://localhost:8080/checkout/ch_1?token=t',
    'http://127.0.0.1:1/checkout/ch_1',
    'http://[::1]/checkout/ch_1',
  ])('may be at the developer’s machine: %s', (text) => {
    expect(frameAddressOf(text, null)?.href).toContain('/checkout/ch_1/pix');
  });

  it.each([
    '',
    '/checkout/ch_1?token=t',
    'javascript:alert(1)//checkout/ch_1',
    'javascript://api.example/checkout/ch_1',
    'data:text/html,/checkout/ch_1',
    'blob:https://api.example/checkout/ch_1',
    'http://api.example/checkout/ch_1?token=t',
    'http://localhost.evil.example/checkout/ch_1',
    'https://user@api.example/checkout/ch_1',
    'https://api.example/',
    'https://api.example/checkout/ch_1/pix',
    'https://api.example/pay/lnk_1',
  ])('is not made of %s', (text) => {
    expect(frameAddressOf(text, null)).toBeUndefined();
  });
});

describe('a message of a frame', () => {
  it.each([
    { type: 'repasse:height', height: 640 },
    { type: 'repasse:paid', chargeId: 'ch_1' },
    { type: 'repasse:expired', chargeId: 'ch_1' },
    { type: 'repasse:failed', chargeId: 'ch_1', code: 'canceled' },
  ])('may be $type', (message) => {
    expect(frameMessageOf({ ...message, more: 1 })).toEqual(message);
  });

  it.each([
    [null],
    ['repasse:paid'],
    [{}],
    [{ type: 'repasse:height', height: '640' }],
    [{ type: 'repasse:height', height: Number.NaN }],
    [{ type: 'repasse:height', height: -1 }],
    [{ type: 'repasse:paid' }],
    [{ type: 'repasse:failed', chargeId: 'ch_1' }],
    [{ type: 'repasse:other', chargeId: 'ch_1' }],
  ])('is not %j', (data) => {
    expect(frameMessageOf(data)).toBeUndefined();
  });

  it.each([
    [1, 200],
    [640.2, 641],
    [Number.POSITIVE_INFINITY, 2_000],
  ])('of a height of %d makes the frame %d high', (told, high) => {
    expect(frameHeightPx(told)).toBe(high);
  });
});
