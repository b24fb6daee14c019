import { codeVerifierOf, faultOfProviderAddress, faultsOfIssuer, nonceOf, signInNameOf } from './rules';

describe('the address of a provider', () => {
  it.each([
    'http://login.example.com',
    'http://localhost:8090/oidc/loja',
    'https://localhost',
    'https://10.0.0.1',
    'https://169.254.169.254/latest',
    'https://[::1]',
    'https://login.internal',
    'javascript:alert(1)',
  ])('is not %s where money is real', (address) => {
    expect(faultOfProviderAddress(address, { isSandbox: false })).toBeDefined();
  });

  it('may be on this machine in the sandbox, and on no other without TLS', () => {
    expect(faultOfProviderAddress('http://127.0.0.1:8090/oidc/loja', { isSandbox: true })).toBeUndefined();
    expect(faultOfProviderAddress('http://login.example.com', { isSandbox: true })).toBeDefined();
    expect(faultOfProviderAddress('javascript:alert(1)', { isSandbox: true })).toBeDefined();
  });

  it('is the issuer alone', () => {
    const faultsOf = (issuer: string) => faultsOfIssuer(issuer, { isSandbox: false });
    expect(faultsOf('https://login.example.com/tenant')).toEqual([]);
    expect(faultsOf('https://login.example.com/.well-known/openid-configuration')).toHaveLength(1);
    expect(faultsOf('https://login.example.com/?a=b')).toHaveLength(1);
  });
});

it('derives what a sign-in needs from what the browser keeps, each another', () => {
  expect(codeVerifierOf('one')).toMatch(/^[\w-]{43}$/);
  expect(new Set([codeVerifierOf('one'), nonceOf('one'), codeVerifierOf('two'), nonceOf('two')]).size).toBe(4);
});

it('compares names as people type them', () => {
  expect(signInNameOf(' Padaria.Example ')).toBe('padaria.example');
});
