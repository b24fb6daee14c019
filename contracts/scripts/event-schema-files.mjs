/** Finds the event schemas: events/<service>/<Name>.v<n>.schema.json, in an order that is the same everywhere. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const schemaFileName = /^([A-Z][A-Za-z]*)\.v(\d+)\.schema\.json$/;

export const eventSchemaFiles = (root) =>
  readdirSync(join(root, 'events'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: service }) => readdirSync(join(root, 'events', service)).map((file) => ({ service, file })))
    .flatMap(({ service, file }) => {
      const [, name, version] = schemaFileName.exec(file) ?? [];
      if (name === undefined) return [];
      return [{ service, name, version: Number(version), path: `events/${service}/${file}` }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));

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

/** The same, with each schema and its example read. */
export const readEventSchemas = (root) =>
  eventSchemaFiles(root).map((file) => {
    const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
    const schema = read(file.path);
    return {
      ...file,
      schema,
      example: read(file.path.replace('.schema.json', '.example.json')),
      type: schema.$id.replace('urn:repasse:event:', ''),
      /** Version 1 has the bare name; a later version beside it carries its number. */
      label: file.version === 1 ? file.name : `${file.name}V${file.version}`,
    };
  });
