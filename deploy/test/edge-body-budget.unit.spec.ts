import { createBodyBudget } from '../edge/body-budget';

describe('the memory for bodies', () => {
  const budget = () => createBodyBudget({ totalBytesMax: 100, addressBytesMax: 60 });

  it('has a part for each address', () => {
    const { open } = budget();
    const [one, other] = [open('a'), open('a')];

    expect([one.admit(40), other.admit(20)]).toEqual([undefined, undefined]);
    expect(other.admit(1)?.problem).toMatchObject({ status: 429, code: 'request.rate_limited' });
    expect(open('b').admit(40)).toBeUndefined();
  });

  it('has an end in all', () => {
    const { open } = budget();
    open('a').admit(60);
    open('b').admit(40);

    expect(open('c').admit(1)?.problem).toMatchObject({ status: 503, code: 'edge.busy', extra: { retryable: true } });
  });

  it('is free again for others when a body is not kept any longer, once', () => {
    const { open } = budget();
    const one = open('a');
    one.admit(60);
    one.release();
    one.release();
    const other = open('a');

    expect([other.admit(60), other.admit(1)?.problem.status]).toEqual([undefined, 429]);
  });
});
