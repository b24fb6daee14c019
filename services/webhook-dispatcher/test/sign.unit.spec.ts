import { Webhook } from 'standardwebhooks';
import { signatureHeaders, signingKey } from '../src/delivery/sign';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const message = { id: 'msg_01J', body: '{"type":"charge.paid"}' };

describe('the signature of a webhook', () => {
  it('is what an independent library makes of the same message', () => {
    const now = new Date('2026-11-21T12:00:00.900Z');

    const headers = signatureHeaders(message, [signingKey(secret)], now);

    expect(headers['webhook-timestamp']).toBe('1795262400');
    expect(headers['webhook-signature']).toBe(
      new Webhook(secret).sign(message.id, new Date(1_795_262_400_000), message.body),
    );
  });

  it('verifies with the old and with the new secret while a rotation is under way', () => {
    const headers = signatureHeaders(message, [signingKey(secret), signingKey(other)], new Date());

    expect(new Webhook(secret).verify(message.body, headers)).toEqual({ type: 'charge.paid' });
    expect(new Webhook(other).verify(message.body, headers)).toEqual({ type: 'charge.paid' });
  });

  it('does not verify a body that was changed', () => {
    const headers = signatureHeaders(message, [signingKey(secret)], new Date());

    expect(() => new Webhook(secret).verify('{"type":"charge.paid" }', headers)).toThrow();
  });
});
