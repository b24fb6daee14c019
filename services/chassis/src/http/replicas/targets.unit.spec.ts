import { createLogger } from '../../log/logger';
import { followTargets, type FindAddresses, type Target } from './targets';

const log = createLogger({ service: 'test', level: 'silent' });

describe('the addresses behind a name', () => {
  const seen: (readonly Target[])[] = [];
  let stop: () => void = () => undefined;
  let findAddresses: jest.MockedFunction<FindAddresses>;
  const follow = (...urls: string[]): void => {
    stop = followTargets({ urls, log, onChange: (targets) => void seen.push(targets), findAddresses });
  };
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    seen.length = 0;
    findAddresses = jest.fn();
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });
  const v4 = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));
  const lookUp = (): Promise<void> => jest.advanceTimersByTimeAsync(5_000);

  it('are processes where there are several, and come and go', async () => {
    const url = 'http://charge:8082';
    findAddresses.mockResolvedValue(v4('10.0.0.1', '10.0.0.2'));
    follow(url, 'http://10.0.0.9:8082');
    await jest.advanceTimersByTimeAsync(0);
    findAddresses.mockResolvedValue(v4('10.0.0.2', '10.0.0.3'));
    await lookUp();

    const other = { url: 'http://10.0.0.9:8082', address: undefined };
    expect(seen).toEqual([
      [{ url, address: '10.0.0.1' }, { url, address: '10.0.0.2' }, other],
      [{ url, address: '10.0.0.2' }, { url, address: '10.0.0.3' }, other],
    ]);
  });

  it('are one process where it has one of each family', async () => {
    findAddresses.mockResolvedValue([...v4('10.0.0.1'), { address: '::1', family: 6 }]);
    follow('http://charge:8082');
    await lookUp();

    expect(seen).toEqual([]);
  });

  it('stay when the name server fails, and in another order', async () => {
    findAddresses.mockResolvedValueOnce(v4('10.0.0.1', '10.0.0.2'));
    findAddresses.mockRejectedValueOnce(new Error('EAI_AGAIN'));
    findAddresses.mockResolvedValue(v4('10.0.0.2', '10.0.0.1'));
    follow('http://charge:8082');
    for (let round = 0; round < 3; round += 1) await lookUp();

    expect(findAddresses.mock.calls.length).toBeGreaterThan(2);
    expect(seen).toHaveLength(1);
  });

  it('are not looked up for an address or this machine', async () => {
    follow('http://127.0.0.1:1', 'http://[::1]:2', 'http://localhost:3');
    await lookUp();

    expect(findAddresses).not.toHaveBeenCalled();
  });
});
