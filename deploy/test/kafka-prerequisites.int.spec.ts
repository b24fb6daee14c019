import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './compose-file';

describe('a machine that has nothing but Node', () => {
  const emptyCache = mkdtempSync(join(tmpdir(), 'repasse-cache-'));
  afterAll(() => rmSync(emptyCache, { recursive: true, force: true }));

  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, args, {
      cwd: join(root, 'deploy/dist/kafka'),
      encoding: 'utf8',
      env: { PATH: '/nowhere', REPASSE_KAFKA_CACHE: emptyCache },
    });

  it('is told everything it lacks at once, with the names of the packages', () => {
    const { stdout } = run('-p', 'JSON.stringify(require("./prerequisites").kafkaPrerequisites())');

    expect(JSON.parse(stdout)).toEqual([
      expect.stringMatching(/^mvn.*maven/),
      expect.stringMatching(/^Java 17.*openjdk-17-jre-headless/),
      expect.stringMatching(/^Java 21.*python3-pip/),
    ]);
  });

  it('gets one clear line instead of a broken installation', () => {
    const { status, stderr } = run('start.js');

    expect(status).toBe(1);
    expect(stderr).toMatch(/^(mvn|python3) is needed to fetch Kafka and is not here: .*apt-get install.*\n$/);
  });

  it.each([
    ['apply-topics.js', 'KAFKA_BROKERS is not set'],
    ['register-schemas.js', 'SCHEMA_REGISTRY_URL is not set'],
  ])('is told by %s which variable is missing', (step, said) => {
    const { status, stderr } = run(step);

    expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
  });
});
