import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../containers/command';
import { assemble, imageWorkspaces } from '../images/assemble.mjs';
import { composeServices, freshEnv, root } from './compose-file';

/** Node starts in half a second; not when everything else does, too. */
const startsTimeoutMs = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'repasse-images-'));
const contentsOf = (workspace: string): string => join(folder, 'images', workspace);
const ours = composeServices(freshEnv()).filter(({ isOurs }) => isOurs);

beforeAll(() => {
  // Packages of others lie in a layer of their own.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const workspace of imageWorkspaces()) assemble(workspace, contentsOf(workspace));
}, startsTimeoutMs);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('there is an image for each program of docker-compose.yml', () => {
  const built = new Set(ours.map(({ raw }) => raw.build?.args['SERVICE']));
  expect([...built].sort()).toEqual([...imageWorkspaces()].sort());
});

it.each(imageWorkspaces())('the image of %s has no source, test, type or source map', (workspace) => {
  const files = readdirSync(contentsOf(workspace), { recursive: true, encoding: 'utf8' });

  expect(
    files.filter((file) => /(\.ts|\.map|\.spec\.[^/]*|\.tsbuildinfo)$|(^|\/)(test|testing|scripts)$/.test(file)),
  ).toEqual([]);
  expect(files.length).toBeGreaterThan(200);
});

it(
  'each program of docker-compose.yml starts with what its image has, and asks for its settings',
  async () => {
    const said = await Promise.all(
      ours.map(async ({ name, command, raw }) => [name, await startWithout(command, raw.build?.args['SERVICE'])]),
    );

    for (const [name, words] of said)
      expect([name, words]).toEqual([name, expect.stringMatching(/fault\(s\)|not set/)]);
  },
  startsTimeoutMs,
);

/** Without settings a program ends at once, after it has loaded all its modules. */
const startWithout = async (command: readonly string[], workspace = ''): Promise<string> => {
  const [, ...args] = command;
  const { everything } = await attempt(process.execPath, args, { cwd: contentsOf(workspace), env: {} });
  return everything;
};
