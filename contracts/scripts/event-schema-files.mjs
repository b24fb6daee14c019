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
