/** Finds the event schemas: events/<service>/<Name>.v<n>.schema.json, in an order that is the same everywhere. */
import { readdirSync } from 'node:fs';
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
