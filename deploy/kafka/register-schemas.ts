import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { explainRegistryFault, registryRefusal } from '@repasse/chassis/bus/kafka/refusals';
import { registryAgent, registryCredentials } from '@repasse/chassis/bus/kafka/registry-access';
import { schemaTextOf, subjectOf } from '@repasse/chassis/bus/kafka/subjects';
import { readConfig } from '@repasse/chassis/config/config';
import { registryAccess, registryAccessFaults, type RegistryAccess } from '@repasse/chassis/config/registry-settings';
import { eventCatalogue, type CatalogueEntry } from '@repasse/contracts';

/** A new version has to be readable with every earlier one, since an endless log is read from its beginning. */
const compatibility = 'BACKWARD_TRANSITIVE';
/** The first schema makes the registry load its checker, which took half a minute on a busy machine. */
const requestTimeoutMs = 90_000;
const contentType = 'application/vnd.schemaregistry.v1+json';

export interface Registry {
  readonly registryUrl: string;
  readonly access?: RegistryAccess;
}

export interface SchemaReport {
  readonly registered: readonly string[];
  readonly unchanged: readonly string[];
}

/**
 * Registers every event of the catalogue under its subject. A second run changes nothing. All refusals are collected
 * and thrown together. This is the deploy step: a service only looks schemas up, so an older service can never publish
 * under a schema that was not agreed.
 */
export const registerSchemas = async ({ registryUrl, access }: Registry): Promise<SchemaReport> => {
  const registry = openRegistry({ registryUrl, ...(access && { access }) });
  const registered: string[] = [];
  const unchanged: string[] = [];
  const refusals: string[] = [];
  for (const entry of eventCatalogue) {
    const outcome = await register(registry, entry);
    if (outcome === 'registered') registered.push(entry.type);
    else if (outcome === 'unchanged') unchanged.push(entry.type);
    else refusals.push(`${entry.type}: ${outcome.refusal}`);
  }
  if (refusals.length > 0) throw new Error(`The registry refuses ${refusals.length} schemas.\n${refusals.join('\n')}`);
  return { registered, unchanged };
};

type Outcome = 'registered' | 'unchanged' | { readonly refusal: string };

const register = async (call: Call, { topic, type }: CatalogueEntry): Promise<Outcome> => {
  const subject = encodeURIComponent(subjectOf(topic, type));
  const body = { schemaType: 'JSON', schema: schemaTextOf(type) };

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

type Call = (method: string, path: string, sent: object) => Promise<Answer>;

const openRegistry = ({ registryUrl, access }: Registry): Call => {
  const credentials = registryCredentials(access);
  const agent = registryAgent(access);
  const options: RequestOptions = {
    headers: { 'content-type': contentType, accept: contentType },
    ...(credentials && { auth: `${credentials.username}:${credentials.password}` }),
    ...(agent && { agent }),
  };
  return (method, path, sent) =>
    ask(`${registryUrl}${path}`, { ...options, method }, JSON.stringify(sent)).catch((fault: unknown) => {
      throw explainRegistryFault(fault);
    });
};

/** Not by fetch, which takes no authority's file. */
const ask = (url: string, options: RequestOptions, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(requestTimeoutMs);
    request(url, { ...options, signal }, (answer) => {
      const { statusCode: status = 0 } = answer;
      const isOk = status >= 200 && status < 300;
      const refusal = registryRefusal(status);
      if (refusal !== undefined) reject(refusal);
      text(answer).then((said) => resolve({ isOk, status, said: `${status} ${said}` }), reject);
    })
      .once('error', (fault) => reject(signal.aborted ? new Error(noAnswer(url), { cause: fault }) : fault))
      .end(body);
  });

const noAnswer = (url: string): string => `The registry gave no answer in ${requestTimeoutMs / 1_000} s: ${url}`;

const main = async (): Promise<void> => {
  const registryUrl = process.env['SCHEMA_REGISTRY_URL'];
  if (registryUrl === undefined || registryUrl === '') {
    throw new Error('SCHEMA_REGISTRY_URL is not set: a base like http://registry:8080/apis/ccompat/v7.');
  }
  const { registered, unchanged } = await registerSchemas({
    registryUrl,
    access: readConfig(process.env, registryAccess, registryAccessFaults),
  });
  process.stdout.write(`Schemas: ${registered.length} registered, ${unchanged.length} were there.\n`);
};

if (require.main === module) {
  main().catch((fault: unknown) => {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exitCode = 1;
  });
}
