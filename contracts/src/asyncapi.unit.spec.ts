import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { Parser } from '@asyncapi/parser';
import { asyncApi, eventCatalogue, topics } from '@repasse/contracts';
import { packageRoot, readText } from './package-root';

interface Reference {
  readonly $ref: string;
}

interface AsyncApi {
  readonly asyncapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly channels: Readonly<
    Record<
      string,
      { address: string; messages: Record<string, Reference>; bindings: { kafka: { partitions: number } } }
    >
  >;
  readonly operations: Readonly<
    Record<string, { action: string; channel: Reference; messages: Reference[]; bindings?: unknown }>
  >;
  readonly components: { readonly messages: Readonly<Record<string, { name: string; payload: unknown }>> };
}

const document = load(readText('asyncapi.yaml')) as AsyncApi;

const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);

/** What a local reference leads to, undefined when nothing. */
const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document);

describe('asyncapi.yaml', () => {
  it('is AsyncAPI 3.0 with a title and a version', () => {
    expect(document.asyncapi).toBe('3.0.0');
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  });

  it('has no reference that leads nowhere', () => {
    const lost = references.filter((reference) =>
      reference.startsWith('#/') ? resolve(reference) === undefined : !existsSync(join(packageRoot, reference)),
    );

    expect(references.length).toBeGreaterThan(eventCatalogue.length);
    expect(lost).toEqual([]);
  });

  it('has a channel for every topic, with its partitions', () => {
    const channels = Object.values(document.channels).map(({ address, bindings }) => [
      address,
      bindings.kafka.partitions,
    ]);

    expect(channels).toEqual(topics.map(({ name, partitions }) => [name, partitions]));
  });

  it('has every event in exactly the channel of its topic', () => {
    const placed = Object.values(document.channels).flatMap(({ address, messages }) =>
      Object.values(messages).map(({ $ref }) => [(resolve($ref) as { name: string }).name, address]),
    );

    expect(placed.sort()).toEqual(eventCatalogue.map(({ type, topic }) => [type, topic]).sort());
  });

  it('lets the owner of each topic send and each consumer receive, and only messages of that channel', () => {
    const operations = Object.values(document.operations);

    expect(operations.filter(({ action }) => action === 'send')).toHaveLength(topics.length);
    expect(operations.filter(({ action }) => action === 'receive')).toHaveLength(
      topics.flatMap(({ consumers }) => consumers).length,
    );
    for (const { channel, messages } of operations) {
      for (const { $ref } of messages) expect($ref.startsWith(`${channel.$ref}/messages/`)).toBe(true);
    }
  });
});

/** The parser compiles the schemas of the specification first: 4 seconds on an idle machine. */
const parserTimeoutMs = 60_000;

/** As the edge serves it. */
describe('asyncapi.json', () => {
  const served = JSON.stringify(asyncApi());

  it(
    'is understood by the official parser, without a fault or a warning',
    async () => {
      const { document: read, diagnostics } = await new Parser().parse(served);
      // A newer version of the specification is worth an information, which is severity 2.
      expect(diagnostics.map(({ severity }): number => severity).filter((severity) => severity < 2)).toEqual([]);
      expect(read?.allMessages().map((message) => message.name())).toHaveLength(eventCatalogue.length);
    },
    parserTimeoutMs,
  );

  it('stands alone', () => {
    const outside = [...served.matchAll(/"\$ref":"([^"]+)"/g)].filter(([, to = '']) => !to.startsWith('#/'));
    expect(outside).toEqual([]);
  });
});
