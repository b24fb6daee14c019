import { facts, offerRequest, quote, refundRequest } from '../../../test/support/international';
import { orderBody, paymentIdOf, referenceOf, refundBody } from './requests';

const now = new Date('2026-02-03T18:00:00.000Z');
const bodyWith = (terms: Partial<ReturnType<typeof offerRequest>['terms']>) => {
  const request = offerRequest();
  return orderBody({ ...request, terms: { ...request.terms, ...terms } }, quote, now);
};

describe('the body of an order', () => {
  it.each([
    ['2026-02-03T18:30:00.000Z', 'PT30M'],
    ['2026-02-03T18:30:00.001Z', 'PT31M'],
    ['2026-02-03T18:00:01.000Z', 'PT1M'],
    ['2026-02-03T17:00:00.000Z', 'PT1M'],
    ['2027-02-03T18:00:00.000Z', 'PT43200M'],
  ])('payable until %s closes after %s', (expiresAt, duration) => {
    expect(bodyWith({ expiresAt }).expire_pending_after).toBe(duration);
  });

  it.each([
    ['https://shop.example/thanks?o=1', true],
    ['http://shop.example/', true],
    ['http://localhost:3000/', false],
    ['http://127.0.0.1/', false],
    ['http://[::1]/', false],
    ['ftp://shop.example/', false],
    [`https://shop.example/${'a'.repeat(2_000)}`, false],
    ['nowhere', false],
  ])('sends payers on to %s: %s', (redirectUrl, isSent) => {
    expect(bodyWith({ redirectUrl }).redirect_url).toBe(isSent ? redirectUrl : undefined);
  });

  it('has only as much of a text as the provider takes', () => {
    const body = bodyWith({
      statementDescriptor: 'LOJA*DA\\ANA\nDE SÃO PAULO E ARREDORES',
      description: 'a'.repeat(500),
      externalReference: null,
    });

    expect(body.statement_descriptor_suffix).toBe('LOJADAANADE SÃO PAU');
    expect(body.description).toHaveLength(255);
    expect(body.metadata).toEqual({ charge_id: facts.chargeId });
  });

  it('has no field for what is not known', () => {
    const request = offerRequest({ payer: null, facts: { ...facts, chargeId: null } });
    const terms = { ...request.terms, description: null, externalReference: null, statementDescriptor: ' * ' };

    expect(orderBody({ ...request, terms }, quote, now)).toEqual({
      amount: 1_909,
      currency: 'USD',
      capture_mode: 'automatic',
      expire_pending_after: 'PT60M',
      merchant_order_data: { reference: facts.paymentId },
      metadata: {},
    });
  });
});

it('a refund says why only when there is a reason', () => {
  const request = { ...refundRequest('order'), reason: null };

  expect(refundBody(request, 500, 'USD')).toEqual({
    amount: 500,
    currency: 'USD',
    merchant_order_data: { reference: request.refundId },
  });
});

it('a reference leads back to its payment, and nothing else does', () => {
  expect(paymentIdOf(referenceOf(facts.paymentId))).toBe(facts.paymentId);
  for (const other of [undefined, '', 'chg_1', `re_${facts.paymentId.slice(4)}`, `${facts.paymentId}0`]) {
    expect(paymentIdOf(other)).toBeUndefined();
  }
});
