import { createServer } from 'node:net';
import { portPlan, takenPorts, type PortName } from '../../deploy/local/port-plan';

/** Below the ports that outgoing connections are given, one of which could be taken between here and the start. */
const portBaseMin = 21_000;
const portBases = 275;
const portsEach = 40;

/**
 * As many ports in a row as the plan has, that nothing uses. A claim on the last of them holds until this process ends:
 * runs go side by side, and a stack opens its ports long after they were chosen.
 */
export const freePortBase = async (): Promise<number> => {
  for (let tried = 0; tried < portBases; tried += 1) {
    const base = portBaseMin + ((process.pid + tried) % portBases) * portsEach;
    if ((await portsTakenAt(base)).length === 0 && (await claim(base + portsEach - 1))) return base;
  }
  throw new Error('No free ports in a row.');
};

const claim = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const held = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => resolve(true));
    held.unref();
  });

export const portsTakenAt = (base: number): Promise<readonly string[]> => {
  const plan = portPlan(base);
  return takenPorts(plan, Object.keys(plan) as PortName[]);
};
