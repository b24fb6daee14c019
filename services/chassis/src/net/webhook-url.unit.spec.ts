import { faultOfWebhookUrl } from './webhook-url';

const inProduction = { arePrivateAddressesAllowed: false };
const inSandbox = { arePrivateAddressesAllowed: true };

describe('a webhook address', () => {
  it.each([
    'https://merchant.example/hooks',
    'https://merchant.example:8443/hooks?a=b',
    'https://8.8.8.8/hooks',
    'https://172.15.0.1/',
    'https://[2606:4700:4700::1111]/',
  ])('%s is fine', (url) => {
    expect(faultOfWebhookUrl(url, inProduction)).toBeUndefined();
  });

  it.each([
    'http://merchant.example/',
    'ftp://merchant.example/',
    'javascript:alert(1)',
    'not a url',
    'https://user:secret@merchant.example/',
    'https://localhost/',
    'https://api.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://localhost./',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://169.254.169.254/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[4000::1]/',
  ])('%s is not', (url) => {
    expect(faultOfWebhookUrl(url, inProduction)).toEqual(expect.any(String));
  });

  it.each(['http://localhost:8090/inbox', 'http://127.0.0.1:1/', 'https://10.0.0.1/'])(
    '%s is fine in the sandbox',
    (url) => {
      expect(faultOfWebhookUrl(url, inSandbox)).toBeUndefined();
    },
  );

  it.each(['ftp://localhost/', 'http://user:secret@localhost/'])('%s is not even there', (url) => {
    expect(faultOfWebhookUrl(url, inSandbox)).toEqual(expect.any(String));
  });
});
