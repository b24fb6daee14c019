import { eventCatalogue, isEventType, topicOf, type EventType } from '@repasse/contracts';
import { type RegistryAccess } from '../../../config/registry-settings';
import { type OutgoingMessage } from '../../bus';
import {
  createRegistryClient,
  headLength,
  magicByte,
  SchemaNotRegisteredError,
  type RegistryClient,
} from './registry-client';
import { isDeadLetterTopic, schemaTextOf, subjectOf } from '../subjects';
import { undecodable } from './undecodable';

const notFound = 404;

/** A message to publish does not match its schema: a mistake in the publishing code that no retry repairs. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError';
  readonly code = 'bus.message_invalid';
  readonly isRetryable = false;
}

export interface SchemaCodec {
  /**
   * Looks up the schemas of these types, so that publishing them needs the registry no more; asks for any one where there
   * are none. Fails when the registry is away, does not let this client in, or lacks one of them.
   */
  lookUp(types: readonly EventType[]): Promise<void>;
  encode(message: OutgoingMessage): Promise<Buffer>;
  /**
   * The value, or the result of `undecodable` for bytes that hold none. Throws only when a retry may help. The publisher
   * has checked the value, and the consumer checks it against the contract of this build.
   */
  decode(topic: string, bytes: Buffer | null): Promise<unknown>;
}

export const createSchemaCodec = (schemaRegistryUrl: string, access?: RegistryAccess): SchemaCodec => {
  const registry = createRegistryClient(schemaRegistryUrl, access);
  return {
    lookUp: (types) => (types.length === 0 ? greet(registry) : lookUp(registry, types)),
    encode: (message) => encode(registry, message),
    decode: (topic, bytes) => decode(registry, topic, bytes),
  };
};

const greet = async (registry: RegistryClient): Promise<void> => {
  const [first] = eventCatalogue;
  if (first === undefined) return;
  const { topic, type } = first;
  await registry.idOf(subjectOf(topic, type), schemaTextOf(type)).catch((fault: unknown) => {
    // 404 shows that the registry is reachable and admits this client. Publishing reports the missing schema.
    if (!(fault instanceof SchemaNotRegisteredError)) throw fault;
  });
};

const lookUp = async (registry: RegistryClient, types: readonly EventType[]): Promise<void> => {
  await Promise.all(
    types.map(async (type) => {
      const id = await registry.idOf(subjectOf(topicOf(type), type), schemaTextOf(type));
      await registry.requireSchema(id);
    }),
  );
};

/**
 * A dead letter whose value is no event of its type cannot be encoded as one. It is kept as plain JSON, so that an
 * unreadable message is not lost; JSON never begins with the magic byte, so readers can tell.
 */
const encode = async (registry: RegistryClient, { topic, headers, value }: OutgoingMessage): Promise<Buffer> => {
  const type = headers['ce_type'] ?? '';
  if (!isEventType(type)) {
    if (isDeadLetterTopic(topic)) return Buffer.from(value);
    throw new InvalidMessageError(`${type || 'A message without ce_type'} is not an event of the catalogue.`);
  }
  const id = await registry.idOf(subjectOf(topic, type), schemaTextOf(type));
  try {
    return await registry.encode(id, value);
  } catch (fault) {
    if (!isNamed(fault, 'ConfluentSchemaRegistryValidationError')) throw fault;
    if (isDeadLetterTopic(topic)) return Buffer.from(value);
    throw new InvalidMessageError(`A ${type} does not match its schema: ${pathsOf(fault)}.`, { cause: fault });
  }
};

const decode = async (registry: RegistryClient, topic: string, bytes: Buffer | null): Promise<unknown> => {
  if (bytes === null || bytes.length === 0) return undecodable('It has no value.', bytes);
  if (isDeadLetterTopic(topic) && bytes[0] !== magicByte) return parseJson(bytes);
  if (bytes.length < headLength || bytes[0] !== magicByte) {
    return undecodable("It is not in the registry's wire format.", bytes);
  }
  try {
    await registry.requireSchema(bytes.readInt32BE(1));
    return JSON.parse(bytes.toString('utf8', headLength)) as unknown;
  } catch (fault) {
    const reason = lastingReason(fault);
    if (reason === undefined) throw fault;
    return undecodable(reason, bytes);
  }
};

/** Why these bytes will never be readable; undefined when the registry could not be reached, which is temporary. */
const lastingReason = (fault: unknown): string | undefined => {
  if (fault instanceof SyntaxError) return 'Its value is not JSON.';
  const status: unknown = fault instanceof Error && 'status' in fault ? fault.status : undefined;
  return status === notFound ? 'The registry has no schema of its id.' : undefined;
};

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
