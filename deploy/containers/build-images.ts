import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './command';
import { type RawService } from './compose-file';
import { type Engine } from './engine';
import { buildArgs, fullName } from './stand-ins';

/**
 * Builds the images that the compose file builds, each once. In podman's own format an image has no health check; the
 * formats differ in nothing else that is used here.
 */
export const buildImages = async (engine: Engine, services: Readonly<Record<string, RawService>>): Promise<string> => {
  const builds = new Map(Object.values(services).flatMap(({ image, build }) => (build ? [[image, build.args]] : [])));
  const mounts = await npmMounts(engine);
  for (const [image, args] of builds) {
    const given = Object.entries(args).map(([name, value]) => `--build-arg=${name}=${value}`);
    const more = [...mounts, ...given, '--file', 'deploy/images/Dockerfile', '--tag', fullName(image), '.'];
    await engine.podman([...buildArgs, ...more]);
  }
  return [...builds.keys()].join(', ');
};

/** npm's settings of this machine, a registry or an authority of its own among them, mounted so that no layer has them. */
const npmMounts = async ({ temporary }: Engine): Promise<string[]> => {
  const [registry, authority] = await Promise.all(['registry', 'cafile'].map(npmSetting));
  const own = join(homedir(), '.npmrc');
  const lines = [existsSync(own) ? readFileSync(own, 'utf8') : '', `registry=${registry ?? ''}`];
  const inside = '/run/npm-authority.pem';
  const file = join(temporary, 'npmrc');
  writeFileSync(file, [...lines, ...(authority ? [`cafile=${inside}`] : []), ''].join('\n'), { mode: 0o600 });
  return [`--volume=${file}:/root/.npmrc:ro`, ...(authority ? [`--volume=${authority}:${inside}:ro`] : [])];
};

const npmSetting = async (name: string): Promise<string | undefined> => {
  const value = (await run('npm', ['config', 'get', name])).trim();
  return value === 'null' || value === 'undefined' ? undefined : value;
};
