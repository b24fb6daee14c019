import { SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry';
import { isEventType, type EventType } from '@repasse/contracts';
import { Ajv, type AnySchema } from 'ajv';
import { type OutgoingMessage } from '../bus';
import { isDeadLetterTopic, schemaTextOf, subjectOf } from './subjects';
import { undecodable } from './undecodable';

const requestTimeoutMs = 5_000;
const notFound = 404;

/** The first byte of a value in Confluent's wire format: 0, the schema's id in four bytes, JSON. */
const magicByte = 0;
const headLength = 5;

export class SchemaNotRegisteredError extends Error {
  override readonly name = 'SchemaNotRegisteredError';
  readonly code = 'bus.schema_not_registered';
  /** It goes through once the deploy step has run, so the relay keeps the message and tries again. */
  readonly isRetryable = true;

  constructor(subject: string) {
    super(
      `The registry does not have this build's schema under ${subject}. Run the deploy step that registers schemas: ` +
        'node deploy/dist/kafka/register-schemas.js',
    );
  }
}

/** What is to be published is not what its schema says: a mistake in the publishing code that no repetition mends. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError';
  readonly code = 'bus.message_invalid';
  readonly isRetryable = false;
}

export interface SchemaCodec {
  encode(message: OutgoingMessage): Promise<Buffer>;
  /** The value, or what `undecodable` makes of bytes that hold none. Throws only when asking again may help. */
  decode(topic: string, bytes: Buffer | null): Promise<unknown>;
}

export const createSchemaCodec = (schemaRegistryUrl: string): SchemaCodec => {
  const registry = new SchemaRegistry(
    { host: schemaRegistryUrl, middlewares: [limitTime] },
    { [SchemaType.JSON]: { ajvInstance: freshAjvForEachSchema } },
  );
  const idOf = rememberIds(registry);
  return {
    encode: (message) => encode(registry, idOf, message),
    decode: (topic, bytes) => decode(registry, topic, bytes),
  };
};

type IdOf = (topic: string, type: EventType) => Promise<number>;

/**
 * A dead letter whose value is no event of its type cannot be encoded as one. It is kept as plain JSON, because a
 * message that nobody could read is the last one to lose; JSON never begins with the magic byte, so readers can tell.
 */
const encode = async (
  registry: SchemaRegistry,
  idOf: IdOf,
  { topic, headers, value }: OutgoingMessage,
): Promise<Buffer> => {
  const type = headers['ce_type'] ?? '';
  if (!isEventType(type)) {
    if (isDeadLetterTopic(topic)) return plainJson(value);
    throw new InvalidMessageError(`${type || 'A message without ce_type'} is not an event of the catalogue.`);
  }
  const id = await idOf(topic, type);
  try {
    return await registry.encode(id, value);
  } catch (fault) {
    if (!isNamed(fault, 'ConfluentSchemaRegistryValidationError')) throw fault;
    if (isDeadLetterTopic(topic)) return plainJson(value);
    throw new InvalidMessageError(`A ${type} does not match its schema: ${pathsOf(fault)}.`, { cause: fault });
  }
};

const decode = async (registry: SchemaRegistry, topic: string, bytes: Buffer | null): Promise<unknown> => {
  if (bytes === null || bytes.length === 0) return undecodable('It has no value.', bytes);
  if (isDeadLetterTopic(topic) && bytes[0] !== magicByte) return parseJson(bytes);
  if (bytes.length < headLength || bytes[0] !== magicByte) {
    return undecodable("It is not in the registry's wire format.", bytes);
  }
  try {
    return (await registry.decode(bytes)) as unknown;
  } catch (fault) {
    const reason = lastingReason(fault);
    if (reason === undefined) throw fault;
    return undecodable(reason, bytes);
  }
};

/** Why these bytes will never be readable; undefined when the registry could not be asked, which passes. */
const lastingReason = (fault: unknown): string | undefined => {
  if (isNamed(fault, 'ConfluentSchemaRegistryValidationError')) return `It breaks its own schema: ${pathsOf(fault)}.`;
  if (fault instanceof SyntaxError) return 'Its value is not JSON.';
  const status: unknown = fault instanceof Error && 'status' in fault ? fault.status : undefined;
  return status === notFound ? 'The registry has no schema of its id.' : undefined;
};

/** An id never changes, so it is asked for once; a failed question is asked again. */
const rememberIds = (registry: SchemaRegistry): IdOf => {
  const ids = new Map<string, number>();
  return async (topic, type) => {
    const subject = subjectOf(topic, type);
    const known = ids.get(subject);
    if (known !== undefined) return known;
    const id = await lookUp(registry, subject, type);
    ids.set(subject, id);
    return id;
  };
};

const lookUp = async (registry: SchemaRegistry, subject: string, type: EventType): Promise<number> => {
  try {
    return await registry.getRegistryIdBySchema(subject, { type: SchemaType.JSON, schema: schemaTextOf(type) });
  } catch (fault) {
    // The client wraps exactly the answer 404 into this error, and lets every other fault through as it came.
    if (isNamed(fault, 'ConfluentSchemaRegistryError')) throw new SchemaNotRegisteredError(subject);
    throw fault;
  }
};

/**
 * The registry client compiles whatever it meets with the one instance it is given, and an instance refuses a second
 * schema of the same `$id`, as every new version of an event has. So each schema gets an instance of its own.
 */
const freshAjvForEachSchema = {
  compile: (schema: AnySchema) => new Ajv({ allErrors: true, strict: true }).compile(schema),
  addSchema: (): never => {
    throw new InvalidMessageError('Event schemas stand alone; references to other schemas are not supported.');
  },
};

type RegistryMiddleware = NonNullable<ConstructorParameters<typeof SchemaRegistry>[0]['middlewares']>[number];

/** Without it a registry that accepts connections and says nothing would hold a relay or a consumer for ever. */
const limitTime: RegistryMiddleware = () => ({
  prepareRequest: async (next) => (await next()).enhance({ timeout: requestTimeoutMs }),
});

const plainJson = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undecodable('Its value is not JSON.', bytes);
  }
};

const isNamed = (fault: unknown, name: string): boolean => fault instanceof Error && fault.name === name;

const pathsOf = (fault: unknown): string => {
  const paths: unknown = fault instanceof Error && 'paths' in fault ? fault.paths : undefined;
  return Array.isArray(paths)
    ? paths
        .flat()
        .map((path) => String(path) || '(the whole)')
        .join(', ')
    : String(fault);
};
