import { PortTakenError, startOnFreePorts } from './free-port';

describe('a start on free ports', () => {
  const failing = (times: number, fault: Error) => {
    let starts = 0;
    return {
      start: async () => {
        starts += 1;
        if (starts <= times) throw fault;
        return 'running';
      },
      starts: () => starts,
    };
  };

  it('is tried again when another process took the port first', async () => {
    const { start, starts } = failing(2, new PortTakenError('in use'));

    expect(await startOnFreePorts(start)).toBe('running');
    expect(starts()).toBe(3);
  });

  it('is given up after three times, with the reason', async () => {
    const { start, starts } = failing(3, new PortTakenError('in use'));

    await expect(startOnFreePorts(start)).rejects.toThrow('in use');
    expect(starts()).toBe(3);
  });

  it('is not tried again for any other reason', async () => {
    const { start, starts } = failing(1, new Error('out of memory'));

    await expect(startOnFreePorts(start)).rejects.toThrow('out of memory');
    expect(starts()).toBe(1);
  });
});
