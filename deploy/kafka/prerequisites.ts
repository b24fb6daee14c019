import { existsSync } from 'node:fs';
import { agentDir, kafkaDir, registryDir } from './cache';
import { findJava, isOnPath, kafkaJavaMajor, registryJavaMajor } from './java';

/**
 * What this machine lacks to run a real Kafka and a schema registry, one line each; empty when nothing is missing.
 * It looks and does not install, so a test can say why it is skipped.
 */
export const kafkaPrerequisites = (): string[] => {
  const missing: string[] = [];
  const isFetched = [kafkaDir(), registryDir(), agentDir()].every((folder) => existsSync(folder));
  if (!isFetched && !isOnPath('mvn')) missing.push('mvn, to fetch Kafka and the registry (Debian: maven)');
  if (findJava(registryJavaMajor) !== undefined) return missing;

  if (findJava(kafkaJavaMajor) === undefined) {
    missing.push(`Java ${kafkaJavaMajor} or newer (Debian: openjdk-17-jre-headless)`);
  }
  if (!isOnPath('python3', ['-m', 'pip', '--version'])) {
    missing.push(`Java ${registryJavaMajor} or newer, or python3 with pip to fetch one (Debian: python3-pip)`);
  }
  return missing;
};
