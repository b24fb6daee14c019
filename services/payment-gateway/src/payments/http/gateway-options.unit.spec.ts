import { gatewayTermsOf } from './gateway-options';

const none = { payerMessage: null, additionalInfo: [], statementDescriptor: null };

describe('the options that providers get', () => {
  it('are read where they have the form they should have', () => {
    const pix = { payerMessage: '', additionalInfo: [{ name: 'a', value: 'b', more: 1 }, { name: 1 }, null, 'x'] };
    const international = { statementDescriptor: 'A descriptor that is too long' };

    expect(gatewayTermsOf({ pix, international, other: true })).toEqual({
      payerMessage: '',
      additionalInfo: [{ name: 'a', value: 'b' }],
      statementDescriptor: 'A descriptor that is t',
    });
  });

  it.each([
    undefined,
    null,
    {},
    { pix: 'x', international: [] },
    { pix: { payerMessage: 7, additionalInfo: {} }, international: { statementDescriptor: '' } },
  ])('are empty for %j', (options) => {
    expect(gatewayTermsOf(options)).toEqual(none);
  });
});
