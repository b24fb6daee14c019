import crypto from 'node:crypto';
import { createServer } from 'node:net';
import { freePort, isPortFree } from '../src/testing/free-port';

it('a free port is outside the system’s ephemeral range, and free until a process listens on it', async () => {
  const port = await freePort();
  expect(port).toBeLessThan(32_768);
  expect(await isPortFree(port)).toBe(true);

  const neighbour = createServer();
  await new Promise<void>((resolve) => neighbour.listen(port, '127.0.0.1', resolve));

  expect(await isPortFree(port)).toBe(false);
  await new Promise((resolve) => neighbour.close(resolve));
});

it('a port that was given to a program that has not bound it is not given again', async () => {
  const port = await freePort();
  const random = jest.spyOn(crypto, 'randomInt').mockImplementationOnce(() => port);

  expect(await freePort()).not.toBe(port);
  expect(random.mock.calls.length).toBeGreaterThan(1);
  random.mockRestore();
});
