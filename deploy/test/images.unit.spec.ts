import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianComponents, imageBill, type Component } from '../images/write-sbom.mjs';
import { root } from './compose-file';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('deploy/images/Dockerfile');
const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
const last = stages.at(-1) ?? '';

describe('the Dockerfile', () => {
  it('installs by the manifests of every workspace with a program', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
    const workspaces = Object.keys(lock.packages).filter((path) => path !== '' && !path.includes('node_modules'));
    const copied = [...dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, workspace]) => workspace);

    expect(copied.sort()).toEqual(workspaces.sort());
  });

  it('runs nothing of the architecture that it builds for', () => {
    const ofTarget = stages.filter((stage) => !/^FROM (--platform=\$BUILDPLATFORM|manifests)/.test(stage));

    expect(ofTarget.length).toBeGreaterThan(1);
    expect(ofTarget.filter((stage) => /^RUN/m.test(stage))).toEqual([]);
  });

  it('names its user by a number, which Kubernetes can tell from root', () => {
    expect(/^USER (.*)$/m.exec(last)?.[1]).toBe('1000:1000');
  });

  it('ends with an image that nothing of the tools has gone into', () => {
    expect(last).toMatch(/^FROM scratch\n/);
    expect(
      [...last.matchAll(/^COPY --from=(\S+) (\S+)/gm)].map(([, stage, path]) => `${stage ?? ''} ${path ?? ''}`),
    ).toEqual(['base /base/', 'packages /app/node_modules', 'build /out/${SERVICE}/', 'about /about/']);
  });

  it('labels the image with the version of the release', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(/^ARG VERSION=(.*)$/m.exec(last)?.[1]).toBe(version);
  });

  it('sends no secret to the builder', () => {
    const ignored = read('deploy/images/Dockerfile.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env*', 'secrets', '.git', '.local']));
  });
});

describe('the bill of materials', () => {
  const component = (reference: string, name: string): Component => ({
    ...{ 'bom-ref': reference, name, type: 'library' },
    ...{ version: '1.0.0', purl: `pkg:npm/${reference}` },
  });
  const bill = imageBill({
    npm: {
      bomFormat: 'CycloneDX',
      serialNumber: 'urn:uuid:of-all-images',
      metadata: { component: component('repasse@1.0.0', 'app') },
      components: [
        component('pg@8.0.0', 'pg'),
        component('@repasse/charge@1.0.0', 'charge'),
        component('@repasse/identity@1.0.0', 'identity'),
      ],
      dependencies: [
        { ref: 'repasse@1.0.0', dependsOn: ['@repasse/charge@1.0.0', '@repasse/identity@1.0.0'] },
        { ref: '@repasse/charge@1.0.0', dependsOn: ['pg@8.0.0'] },
        { ref: '@repasse/identity@1.0.0', dependsOn: ['pg@8.0.0'] },
      ],
    },
    dpkgStatus: [
      'Package: libc6\nStatus: install ok installed\nArchitecture: arm64\nVersion: 2.36-9+deb12u9\nDescription: C library\n more',
      'Package: gone\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 1',
      '',
    ].join('\n\n'),
    nodeVersion: '24.1.0',
    workspace: 'services/charge',
    isThere: ({ name }) => name === 'charge',
  });

  it('names what lies in the image: packages, Node, Debian, and of this repository only its parts', () => {
    expect(bill.components.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'pg 1.0.0',
      '@repasse/charge 1.0.0',
      'node 24.1.0',
      'libc6 2.36-9+deb12u9',
    ]);
    expect(bill.components.at(-1)?.purl).toBe('pkg:deb/debian/libc6@2.36-9%2Bdeb12u9?arch=arm64');
    expect(bill.metadata.component).toMatchObject({ type: 'container', name: 'repasse/charge', version: '1.0.0' });
  });

  it('has a number of its own', () => {
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  });

  it('lets nothing depend on a part that is not there', () => {
    expect(bill.dependencies).toEqual([
      { ref: 'repasse@1.0.0', dependsOn: ['@repasse/charge@1.0.0'] },
      { ref: '@repasse/charge@1.0.0', dependsOn: ['pg@8.0.0'] },
    ]);
  });

  it('has no component of a list without packages', () => {
    expect(debianComponents('')).toEqual([]);
  });
});
