import { createFindOperation } from './operations';

const find = createFindOperation();

describe('what the console passes on', () => {
  it.each([
    ['GET', '/charge/list', 'listCharges', false],
    ['GET', '/charge/ch_1', 'getCharge', false],
    ['POST', '/charge/ch_1/refunds', 'requestChargeRefund', true],
    ['POST', '/recipients/import', 'importRecipients', true],
    ['DELETE', '/api-keys/key_1', 'revokeOwnApiKey', true],
  ])('%s %s is %s', (method, path, operationId, isChange) => {
    expect(find(method, path)).toMatchObject({ operationId, isChange });
  });

  it.each([
    ['PUT', '/profile/logo', 2],
    ['PATCH', '/webhook-endpoints/we_1', 3],
    ['PUT', '/fee-rules/1001', 3],
    ['POST', '/webhook-endpoints', 2],
    ['POST', '/charge/ch_1/refunds', undefined],
  ])('%s %s changes what is read at so many parts of its path', (method, path, settingParts) => {
    expect(find(method, path)?.settingParts).toBe(settingParts);
  });

  it.each([
    ['POST', '/oauth/token'],
    ['POST', '/internal/session-tokens'],
    ['GET', '/internal/users'],
    ['GET', '/checkout/ch_1'],
    ['POST', '/callbacks/pix/token'],
    ['POST', '/sandbox/clock'],
    ['GET', '/metrics'],
    ['GET', '/health/ready'],
    ['GET', '/charge/../internal/users'],
    ['GET', '/charge/..'],
    ['GET', '/users/%2E%2e/audit'],
    ['GET', '/charge/.%2e'],
    ['GET', '/charge/a/b'],
    ['GET', '/charge/'],
  ])('is not %s %s', (method, path) => {
    expect(find(method, path)).toBeUndefined();
  });
});
