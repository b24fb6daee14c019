import { nodeHint } from '../local/node-hint';

describe('the hint about Node', () => {
  it('names a faster version where there is one', () => {
    expect(nodeHint('v20.20.2')).toBe(
      'Node v20.20.2 runs all of it; Node 24 is faster, and this one has had no support since April 2026.',
    );
    expect(nodeHint('v22.12.0')).toBe('Node v22.12.0 runs all of it; Node 24 is faster.');
  });

  it('is silent where there is none', () => {
    expect(nodeHint('v24.1.0')).toBeUndefined();
    expect(nodeHint('v25.0.0')).toBeUndefined();
  });
});
