import { cpuBetween } from './cpu';

const server = (cpuMs: number) => ({ pid: 1, part: 'postgresql', parentPart: 'runner', cpuMs });
const connection = (pid: number, part: string, cpuMs: number) => ({ pid, part, parentPart: 'postgresql', cpuMs });

describe('the CPU between two moments', () => {
  it('is counted by part, that of new processes included', () => {
    const before = [server(10), connection(2, 'provider-sandbox', 100)];
    const after = [server(11), connection(2, 'provider-sandbox', 130), connection(3, 'postgresql', 7)];

    expect(cpuBetween(before, after)).toEqual(
      new Map([
        ['postgresql', 8],
        ['provider-sandbox', 30],
      ]),
    );
  });

  it('leaves out what an ended process used before, which its parent has taken over', () => {
    const before = [server(10), connection(2, 'provider-sandbox', 100)];

    expect(cpuBetween(before, [server(115)])).toEqual(new Map([['postgresql', 5]]));
  });
});
