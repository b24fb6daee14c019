// `npm run check`: what can be said of the code without a database, in under a minute.
import { fileURLToPath } from 'node:url';
import { ensureGenerated } from './ensure-built.mjs';
import { unitStep } from './jest-step.mjs';
import { runSteps } from './steps.mjs';

/** The longest first, so that two cores finish together. */
export const staticSteps = [
  { name: 'lint', command: ['oxlint', '--deny-warnings', '--report-unused-disable-directives'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  // What runs in a browser knows a DOM and no Node, so each page is a program of its own, with the kit's modules in it.
  ...['charge', 'payment-gateway'].map((service) => ({
    name: `types of the checkout of ${service}`,
    command: ['tsc', '-p', `services/${service}/src/checkout/browser`],
  })),
  { name: 'types of the console', command: ['tsc', '-p', 'services/console/app'] },
  { name: 'types of the SDK', command: ['tsc', '-p', 'clients/typescript'] },
  { name: 'types of the CLI', command: ['tsc', '-p', 'clients/cli'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  {
    name: 'dependency rules',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'services',
      'clients',
      'contracts',
      'deploy',
      'test-e2e',
    ],
  },
  { name: 'contracts are compatible', command: ['node', 'contracts/scripts/check-compatibility.mjs'] },
  { name: 'HTTP is compatible', command: ['node', 'contracts/scripts/check-http-compatibility.mjs'] },
  { name: 'subjects of commits', command: ['node', 'deploy/local/commit-subjects.mjs'] },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureGenerated();
  // By themselves, since they use every core.
  const failed = [...(await runSteps(staticSteps)), ...(await runSteps([unitStep]))];
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  process.exit(failed.length === 0 ? 0 : 1);
}
