// node write-sbom.mjs WORKSPACE   prints an image's bill of materials (CycloneDX): the packages of npm as `npm sbom` lists them
// (/npm.cdx.json), those of Debian (/dpkg-status), Node, and the workspaces of the repository that lie in the image (/contents).
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm sbom` names a workspace after its folder. */
const named = (component) => ({ ...component, name: component['bom-ref'].replace(/@[^@]+$/, '') });

/** @param {string} status dpkg's own list: paragraphs of `Name: value` */
export const debianComponents = (status) =>
  status
    .split('\n\n')
    .map((paragraph) => (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1])
    .filter((field) => field('Status')?.endsWith(' installed'))
    .map((field) => {
      const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field);
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
      return { type: 'library', 'bom-ref': purl, name, version, purl };
    });

/** The list of npm covers all images; of this repository's own parts only those that are there belong into this one's. */
export const imageBill = ({ npm, dpkgStatus, nodeVersion, workspace, isThere }) => {
  const isOurs = ({ 'bom-ref': reference }) => reference.startsWith('@repasse/');
  const left = npm.components.filter((one) => !isOurs(one) || isThere(one));
  const known = new Set([...left, npm.metadata.component].map((one) => one['bom-ref']));
  const component = {
    ...{ type: 'container', 'bom-ref': npm.metadata.component['bom-ref'] },
    ...{ name: `repasse/${workspace.split('/').at(-1)}`, version: npm.metadata.component.version },
  };
  const node = { type: 'platform', 'bom-ref': `node@${nodeVersion}`, name: 'node', version: nodeVersion };
  return {
    ...npm,
    // npm wrote one list for all images, and each has its own.
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: { ...npm.metadata, component },
    components: [
      ...left.map((one) => (isOurs(one) ? named(one) : one)),
      { ...node, purl: `pkg:generic/node@${nodeVersion}` },
      ...debianComponents(dpkgStatus),
    ],
    dependencies: npm.dependencies
      .filter(({ ref }) => known.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) })),
  };
};

const folders = ['contracts', 'deploy'];
const folderOf = ({ name }) => (folders.includes(name) ? name : `services/${name}`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bill = imageBill({
    npm: JSON.parse(readFileSync('/npm.cdx.json', 'utf8')),
    dpkgStatus: readFileSync('/dpkg-status', 'utf8'),
    nodeVersion: process.versions.node,
    workspace: process.argv[2],
    isThere: (component) => existsSync(join('/contents', folderOf(component), 'package.json')),
  });
  console.log(JSON.stringify(bill, null, 1));
}
