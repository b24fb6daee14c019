/** Finds and reads the events: events/<service>/<Name>.v<n>.yaml, in an order that is the same everywhere. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { eventSchema } from './event-schema.mjs';

const sourceFileName = /^([A-Z][A-Za-z]*)\.v(\d+)\.yaml$/;

const eventSources = (root) =>
  readdirSync(join(root, 'events'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: service }) => readdirSync(join(root, 'events', service)).map((file) => ({ service, file })))
    .flatMap(({ service, file }) => {
      const [, name, version] = sourceFileName.exec(file) ?? [];
      if (name === undefined) return [];
      const stem = `${service}/${name}.v${version}`;
      return [{ service, name, version: Number(version), stem }];
    })
    .sort((a, b) => (a.stem < b.stem ? -1 : 1));

/** Each event with its schema, its example and where its schema is written. */
export const readEvents = (root) => {
  const shared = readYaml(root, 'events/fields.yaml');
  return eventSources(root).map((file) => {
    const source = readYaml(root, `events/${file.stem}.yaml`);
    return {
      ...file,
      type: source.type,
      since: source.since,
      schema: schemaFrom(file, source, shared),
      example: JSON.parse(readFileSync(join(root, `events/${file.stem}.example.json`), 'utf8')),
      path: `schemas/${file.stem}.schema.json`,
      /** Version 1 has the bare name; a later version beside it carries its number. */
      label: file.version === 1 ? file.name : `${file.name}V${file.version}`,
    };
  });
};

const readYaml = (root, path) => load(readFileSync(join(root, path), 'utf8'));

const schemaFrom = ({ name, stem }, source, shared) => {
  try {
    return eventSchema(name, source, shared);
  } catch (error) {
    throw new Error(`events/${stem}.yaml: ${error.message}`, { cause: error });
  }
};

/**
 * The topic an event goes to: the one of its service that is called after the event's noun, else the service's first.
 * `repasse.withdrawal.paid.v1` goes to withdrawal.events.v1 and `repasse.refund.settled.v1` to payment.events.v1.
 */
export const topicOfEvent = (topics, { service, type }) => {
  const owned = topics.filter(({ owner }) => owner === service);
  const noun = type.split('.')[1];
  const topic = owned.find(({ name }) => name.startsWith(`${noun}.`)) ?? owned[0];
  if (topic === undefined) throw new Error(`No topic belongs to ${service}.`);
  return topic;
};
