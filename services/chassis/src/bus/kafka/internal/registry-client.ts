import { SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import { type RegistryAccess } from '../../../config/registry-settings';
import { explainRegistryFault } from '../refusals';
import { registryAgent, registryCredentials } from '../registry-access';

const requestTimeoutMs = 5_000;

export class SchemaNotRegisteredError extends Error {
  override readonly name = 'SchemaNotRegisteredError';
  readonly code = 'bus.schema_not_registered';
  /** Succeeds once the deploy step has run, so the relay keeps the message and retries. */
  readonly isRetryable = true;

  constructor(subject: string) {
    super(
      `The registry does not have this build's schema under ${subject}. Run the deploy step that registers schemas: ` +
        'node deploy/dist/kafka/register-schemas.js',
    );
  }
}

/** Caches the registry's answers: ids and schemas never change. A failed request is not cached. */
export interface RegistryClient {
  /** The id of exactly this schema; throws SchemaNotRegisteredError when the subject does not have it. */
  idOf(subject: string, schemaText: string): Promise<number>;
  /** Checks JSON text against the schema and returns it behind the schema's id. */
  encode(id: number, text: string): Promise<Buffer>;
  /** Fails when the registry has no schema of this id. */
  requireSchema(id: number): Promise<void>;
}

/** Confluent's wire format: 0, the schema's id in four bytes, JSON. */
export const magicByte = 0;
export const headLength = 5;

export const createRegistryClient = (schemaRegistryUrl: string, access?: RegistryAccess): RegistryClient => {
  const auth = registryCredentials(access);
  const agent = registryAgent(access);
  const registry = new SchemaRegistry(
    { host: schemaRegistryUrl, ...(auth && { auth }), ...(agent && { agent }), middlewares: [limitTime] },
    { [SchemaType.JSON]: { ajvInstance: freshAjvForEachSchema } },
  );
  const ids = askOnce<string, number>();
  const schemas = askOnce<number, Schema>();
  // Messages come in hundreds at a time, and the client would ask for a missing schema once for each of them.
  const load = (id: number): Promise<Schema> => schemas(id, () => explained(registry.getSchema(id)));
  return {
    idOf: (subject, schemaText) => ids(subject, () => explained(lookUp(registry, subject, schemaText))),
    encode: async (id, text) => {
      const schema = await load(id);
      const value = JSON.parse(text) as object;
      // Without a hook for errors the client calls everything valid.
      const isValid = schema.isValid(value, { errorHook: () => undefined });
      // The client would write the JSON anew; it is only asked for the fault.
      return isValid ? withHead(id, text) : registry.encode(id, value);
    },
    requireSchema: async (id) => {
      await load(id);
    },
  };
};

type Schema = Awaited<ReturnType<SchemaRegistry['getSchema']>>;

const withHead = (id: number, text: string): Buffer => {
  const bytes = Buffer.allocUnsafe(headLength + Buffer.byteLength(text));
  bytes.writeUInt8(magicByte, 0);
  bytes.writeInt32BE(id, 1);
  bytes.write(text, headLength);
  return bytes;
};

const explained = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((fault: unknown) => {
    throw explainRegistryFault(fault);
  });

const lookUp = async (registry: SchemaRegistry, subject: string, schema: string): Promise<number> => {
  try {
    return await registry.getRegistryIdBySchema(subject, { type: SchemaType.JSON, schema });
  } catch (fault) {
    // The client wraps only a 404 into this error and lets every other fault through.
    if (fault instanceof Error && fault.name === 'ConfluentSchemaRegistryError')
      throw new SchemaNotRegisteredError(subject);
    throw fault;
  }
};

const askOnce = <K, V>(): ((key: K, question: () => Promise<V>) => Promise<V>) => {
  const answers = new Map<K, Promise<V>>();
  return (key, question) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const asked = question();
    answers.set(key, asked);
    asked.catch(() => answers.delete(key));
    return asked;
  };
};

type RegistryMiddleware = NonNullable<ConstructorParameters<typeof SchemaRegistry>[0]['middlewares']>[number];

/** Without it, a registry that accepts connections but sends nothing would block a relay or a consumer for ever. */
const limitTime: RegistryMiddleware = () => ({
  prepareRequest: async (next) => (await next()).enhance({ timeout: requestTimeoutMs }),
});

/**
 * The client compiles every schema with the one instance it is given, and an instance refuses a second schema of the
 * same `$id`, as every new version of an event has. So each schema gets an instance of its own, when the first value is
 * checked: readers check none, and each compilation blocks the process for some 10 ms.
 */
const freshAjvForEachSchema = {
  compile: (schema: AnySchema) => {
    let compiled: ValidateFunction | undefined;
    const validate = Object.assign(
      (value: unknown): boolean => {
        compiled ??= new Ajv({ allErrors: true, strict: true }).compile(schema);
        const isValid = compiled(value);
        validate.errors = compiled.errors ?? [];
        return isValid;
      },
      { errors: [] as NonNullable<ValidateFunction['errors']> },
    );
    return validate;
  },
  addSchema: (): never => {
    throw new Error('Event schemas stand alone; references to other schemas are not supported.');
  },
};
