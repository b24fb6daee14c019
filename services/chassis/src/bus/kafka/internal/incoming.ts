import { type IHeaders, type KafkaMessage } from 'kafkajs';
import { type IncomingMessage } from '../../bus';
import { type SchemaCodec } from './schema-codec';

export const toIncoming = async (
  codec: SchemaCodec,
  { topic, partition }: { readonly topic: string; readonly partition: number },
  message: KafkaMessage,
): Promise<IncomingMessage> => ({
  topic,
  partition,
  offset: Number(message.offset),
  key: message.key?.toString() ?? '',
  headers: textsOf(message.headers),
  value: await codec.decode(topic, message.value),
});

/** Headers are bytes and may repeat; ours are texts that stand once, so of a repeated one the first counts. */
export const textsOf = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value[0] : (value ?? '')),
    ]),
  );
