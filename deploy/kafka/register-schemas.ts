import { schemaTextOf, subjectOf } from '@repasse/chassis/bus/kafka/subjects';
import { eventCatalogue, type CatalogueEntry } from '@repasse/contracts';

/** A new version has to be readable with every earlier one, since an endless log is read from its beginning. */
const compatibility = 'BACKWARD_TRANSITIVE';
const requestTimeoutMs = 30_000;
const contentType = 'application/vnd.schemaregistry.v1+json';

export interface SchemaReport {
  readonly registered: readonly string[];
  readonly unchanged: readonly string[];
}

/**
 * Registers every event of the catalogue under its subject. A second run changes nothing. All refusals are collected
 * and thrown together. This is the deploy step: a service only looks schemas up, so an older service can never publish
 * under a schema that was not agreed.
 */
export const registerSchemas = async ({ registryUrl }: { registryUrl: string }): Promise<SchemaReport> => {
  const registered: string[] = [];
  const unchanged: string[] = [];
  const refusals: string[] = [];
  for (const entry of eventCatalogue) {
    const outcome = await register(registryUrl, entry);
    if (outcome === 'registered') registered.push(entry.type);
    else if (outcome === 'unchanged') unchanged.push(entry.type);
    else refusals.push(`${entry.type}: ${outcome.refusal}`);
  }
  if (refusals.length > 0) throw new Error(`The registry refuses ${refusals.length} schemas.\n${refusals.join('\n')}`);
  return { registered, unchanged };
};

type Outcome = 'registered' | 'unchanged' | { readonly refusal: string };

const register = async (registryUrl: string, { topic, type }: CatalogueEntry): Promise<Outcome> => {
  const subject = encodeURIComponent(subjectOf(topic, type));
  const body = { schemaType: 'JSON', schema: schemaTextOf(type) };
  const call = (method: string, path: string, sent: object): Promise<Answer> =>
    ask(`${registryUrl}${path}`, method, sent);

  const known = await call('POST', `/subjects/${subject}`, body);
  if (known.isOk) return 'unchanged';
  if (known.status !== 404) return { refusal: known.said };

  // The level is set first: registering under another level could let an incompatible version in.
  const level = await call('PUT', `/config/${subject}`, { compatibility });
  if (!level.isOk) return { refusal: level.said };
  const answer = await call('POST', `/subjects/${subject}/versions`, body);
  return answer.isOk ? 'registered' : { refusal: answer.said };
};

interface Answer {
  readonly isOk: boolean;
  readonly status: number;
  readonly said: string;
}

const ask = async (url: string, method: string, sent: object): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': contentType, accept: contentType },
    body: JSON.stringify(sent),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  return { isOk: response.ok, status: response.status, said: `${response.status} ${await response.text()}` };
};

const main = async (): Promise<void> => {
  const registryUrl = process.env['SCHEMA_REGISTRY_URL'];
  if (registryUrl === undefined || registryUrl === '') {
    throw new Error('SCHEMA_REGISTRY_URL is not set: a base like http://registry:8080/apis/ccompat/v7.');
  }
  const { registered, unchanged } = await registerSchemas({ registryUrl });
  process.stdout.write(`Schemas: ${registered.length} registered, ${unchanged.length} were there.\n`);
};

if (require.main === module) {
  main().catch((fault: unknown) => {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exitCode = 1;
  });
}
