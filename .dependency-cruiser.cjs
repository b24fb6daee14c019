/** The rules of the architecture that a machine holds. Each comment is what a person who breaks one gets to read. */
const inDomain = { path: '^services/[^/]+/src/domain/', pathNot: '[.]spec[.]ts$' };

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'domain/ decides; it never talks to http, kafka, a store or a provider.',
      from: inDomain,
      to: { path: '^services/[^/]+/src/(?!domain/)', pathNot: '^services/chassis/src/(decider|money)[.]ts$' },
    },
    {
      name: 'domain-has-no-dependencies',
      severity: 'error',
      comment: 'No clock, no randomness, no driver: ids and time arrive in the command.',
      from: inDomain,
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'], pathNot: '^(services/chassis|contracts)/' },
    },
    {
      name: 'services-meet-only-in-contracts',
      severity: 'error',
      comment: 'A service learns of another by its events and its HTTP description, never by import.',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/($1|chassis|checkout-kit)/' },
    },
    {
      name: 'chassis-knows-no-service',
      severity: 'error',
      comment: 'The chassis is mechanism; contracts are words. Neither knows who uses them.',
      from: { path: '^(services/chassis|contracts)/' },
      to: { path: '^services/', pathNot: '^services/chassis/' },
    },
    {
      name: 'checkout-kit-knows-no-service',
      severity: 'error',
      comment: 'The kit is what pages for payers are made of, whatever is paid on them: no contracts, no service.',
      from: { path: '^services/checkout-kit/' },
      to: { path: '^(services|contracts)/', pathNot: '^services/(checkout-kit|chassis)/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A circle has no reading order.',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/dist/|/generated/|/target/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['repasse-source', 'import', 'require', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
