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
