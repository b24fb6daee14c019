import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type RawService, rawServices, readEnvFile, root } from '../containers/compose-file';

export { composeText, root } from '../containers/compose-file';

export interface ComposeService {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Built from this repository, and not a third party's image. */
  readonly isOurs: boolean;
  /** Other machines reach it. */
  readonly hasPublicPort: boolean;
  /** As the file has it. */
  readonly raw: RawService;
}

/** The services of docker-compose.yml with the given .env, variables filled in as Docker would. */
export const composeServices = (env: Readonly<Record<string, string>>): readonly ComposeService[] =>
  Object.entries(rawServices(env)).map(([name, raw]) => {
    const { image, command = [], environment = {}, build, ports = [] } = raw;
    return {
      name,
      image,
      command,
      // Docker fills variables in after it has read the file, so one without a value is an empty text.
      environment: Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value ?? '')])),
      isOurs: build !== undefined,
      hasPublicPort: ports.some((port) => !port.startsWith('127.0.0.1:')),
      raw,
    };
  });

/** A fresh .env, made by the instructions at the head of docker-compose.yml. */
export const freshEnv = (): Record<string, string> =>
  readEnvFile(execFileSync(process.execPath, [join(root, 'deploy/images/make-env.mjs')], { encoding: 'utf8' }));
