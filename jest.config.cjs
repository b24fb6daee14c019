/** One suite a level: the level stands in the file's name (see ARCHITECTURE.md, tests). */
const swc = [
  '@swc/jest',
  { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' }, sourceMaps: 'inline' },
];

const common = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['repasse-source', 'node', 'require', 'default'] },
  transform: { '^.+\\.(ts|mjs|js)$': swc },
  // These packages ship ES modules only, and jest loads CommonJS.
  transformIgnorePatterns: [
    '/node_modules/(?!(jose|openid-client|oauth4webapi|@brazilian-utils|hyparquet|hyparquet-writer)/)',
    '<rootDir>/(?:contracts|services/[^/]+|deploy)/dist/',
  ],
  modulePathIgnorePatterns: ['/dist/', '/.local/', '/target/'],
  roots: ['<rootDir>/contracts', '<rootDir>/services', '<rootDir>/clients', '<rootDir>/deploy', '<rootDir>/test-e2e'],
};

module.exports = {
  projects: [
    { ...common, displayName: 'unit', testMatch: ['**/*.unit.spec.ts'] },
    {
      ...common,
      displayName: 'int',
      testMatch: ['**/*.int.spec.ts'],
      globalSetup: '<rootDir>/test-e2e/support/jest-global-setup.cjs',
      globalTeardown: '<rootDir>/test-e2e/support/jest-global-teardown.cjs',
    },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['**/*.e2e.spec.ts'],
      setupFilesAfterEnv: ['<rootDir>/test-e2e/support/jest-patience.cjs'],
      globalSetup: '<rootDir>/test-e2e/support/jest-stacks-setup.cjs',
      globalTeardown: '<rootDir>/test-e2e/support/jest-stacks-teardown.cjs',
    },
  ],
  testSequencer: '<rootDir>/test-e2e/support/slow-first.cjs',
  // A worker that ran sixty suites frees its memory for longer than jest's half a second; one that hangs is still told of.
  workerGracefulExitTimeout: 10_000,
  // A container may be pulled or a broker started before the first assertion. Only what hangs waits this long.
  testTimeout: 120_000,
};
