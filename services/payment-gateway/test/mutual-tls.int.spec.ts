import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bank, startBank } from './support/bank';
import { type Gateway, newRequest, startGateway } from './support/gateway';

/** Made once for these tests, by an authority whose key was thrown away; valid for a hundred years. */
const file = (name: string): string => join(__dirname, 'support/mtls', name);

const bankWantsCertificates = {
  cert: readFileSync(file('bank.pem')),
  key: readFileSync(file('bank-key.pem')),
  ca: readFileSync(file('ca.pem')),
  requestCert: true,
  rejectUnauthorized: true,
};

let bank: Bank;
let gateway: Gateway | undefined;

beforeAll(async () => {
  bank = await startBank(bankWantsCertificates);
});
afterAll(() => bank.stop());
afterEach(() => gateway?.stop());

describe('a bank that wants to see a certificate', () => {
  it('is shown ours, for the token as for the rest', async () => {
    const certificates = {
      PIX_TLS_CERT: file('gateway.pem'),
      PIX_TLS_KEY: file('gateway-key.pem'),
      PIX_TLS_CA: file('ca.pem'),
    };
    gateway = await startGateway(bank, {}, certificates);

    expect((await gateway.requestPayment(newRequest().body)).status).toBe(200);
    expect(bank.count('token')).toBe(1);
  });

  it('answers nothing when its own certificate is not trusted, and no payment is in doubt for that', async () => {
    gateway = await startGateway(bank);
    const { paymentId, body } = newRequest();
    const answer = await gateway.requestPayment(body);

    expect(answer.status).toBe(503);
    await gateway.expectPublished(paymentId, ['requested']);
  });
});
