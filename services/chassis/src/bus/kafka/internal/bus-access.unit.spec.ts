import { createLogger } from '../../../log/logger';
import { eventually } from '../../../testing/eventually';
import { seekAccess, type BusAccess } from './bus-access';
import { BusRefusedError } from '../refusals';

const log = createLogger({ service: 'test', level: 'silent' });
const letIn = (): Promise<void> => Promise.resolve();
const refused = (): Promise<void> => Promise.reject(new BusRefusedError('a wrong password'));
const away = (): Promise<void> => Promise.reject(new Error('connect ECONNREFUSED'));

let access: BusAccess;
afterEach(() => access.stop());

const reasonOf = (): string | undefined => {
  try {
    access.check();
    return undefined;
  } catch (fault) {
    return (fault as Error).message;
  }
};

describe('readiness of the bus', () => {
  it('is red until broker and registry have answered', async () => {
    access = seekAccess([{ ask: letIn }, { ask: letIn }], log);

    expect(reasonOf()).toMatch(/not answered yet/);
    await eventually(() => reasonOf() === undefined);
  });

  it('is red with the reason while either refuses, and green once it does not', async () => {
    let registry = refused;
    access = seekAccess([{ ask: letIn }, { ask: () => registry() }], log);

    await eventually(() => reasonOf() === 'a wrong password');
    registry = letIn;
    await eventually(() => reasonOf() === undefined);
  });

  it('is green during an outage of the broker: the outbox keeps what is written', async () => {
    access = seekAccess([{ ask: away }, { ask: letIn, isNeeded: true }], log);

    await eventually(() => reasonOf() === undefined);
  });

  it('is red while a needed answer is missing, and green from the first on', async () => {
    let registry = away;
    access = seekAccess([{ ask: letIn }, { ask: () => registry(), isNeeded: true }], log);

    await eventually(() => reasonOf() === 'connect ECONNREFUSED');
    registry = letIn;
    await eventually(() => reasonOf() === undefined);
  });

  it('does not ask again for what was answered', async () => {
    let asked = 0;
    let tries = 0;
    const awayTwice = (): Promise<void> => {
      tries += 1;
      return tries <= 2 ? away() : letIn();
    };
    const needed = { ask: async () => void (asked += 1), isNeeded: true };
    access = seekAccess([needed, { ask: awayTwice }], log);

    await eventually(() => tries === 3);
    expect([asked, reasonOf()]).toEqual([1, undefined]);
  });

  it('asks no more once both have let it in', async () => {
    let asked = 0;
    const count = (): Promise<void> => {
      asked += 1;
      return asked === 1 ? away() : letIn();
    };
    access = seekAccess([{ ask: count }], log);

    await eventually(() => asked === 2);
    await access.stop();
    expect(asked).toBe(2);
  });
});
