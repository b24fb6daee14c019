/** The rules of the architecture that a machine holds. Each comment is what a person who breaks one gets to read. */
/** A room has one meaning in every service, whether it stands at the top or inside of a subject. */
const room = (name) => [`^services/[^/]+/src/${name}/`, `^services/[^/]+/src/[^/]+/${name}/`];
const libraries = '^services/(chassis|checkout-kit|values)/';
const inDomain = { path: room('domain'), pathNot: '[.]spec[.]ts$' };

/** What each room must not know. Data moves one way: http and consume → workflow → domain and store → public. */
const closedTo = {
  http: [['consume'], 'An endpoint and a consumer meet in workflow/ or in the store, never in one another.'],
  'http/checks': [
    ['store', 'workflow', 'clients'],
    'A check is a rule about what was sent; it asks no table and no service.',
  ],
  consume: [['http', 'checkout'], 'What an event leads to does not depend on how a request is answered.'],
  workflow: [
    ['http', 'consume', 'checkout'],
    'What happens between a decision and an answer knows neither request nor topic.',
  ],
  store: [['http', 'workflow', 'consume', 'checkout'], 'Tables are written and read; they do not know their callers.'],
  public: [
    ['http', 'workflow', 'consume', 'checkout'],
    'Domain events in the words of the contracts, and nothing else.',
  ],
  projections: [['http', 'workflow', 'consume', 'store'], 'A read model follows from events alone.'],
  clients: [['http', 'workflow', 'consume', 'checkout'], 'Speaks to one other service, for whoever asks.'],
  delivery: [['http', 'consume'], 'A message is sent by what was planned, whoever planned it.'],
  admin: [['http', 'checkout'], 'A command of an operator works on tables and the bus; requests are not known here.'],
};

const roomRules = Object.entries(closedTo).map(([name, [others, comment]]) => ({
  name: `${name.replace('/', '-')}-keeps-to-its-room`,
  severity: 'error',
  comment,
  from: { path: room(name), pathNot: ['[.]spec[.]ts$', libraries] },
  to: { path: others.flatMap(room), pathNot: libraries },
}));

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'domain/ decides; it never talks to http, a bus, a store or a provider.',
      from: inDomain,
      to: {
        path: '^services/[^/]+/src/',
        pathNot: [...room('domain'), '^services/chassis/src/decider[.]ts$', '^services/values/'],
      },
    },
    {
      name: 'domain-has-no-dependencies',
      severity: 'error',
      comment: 'No clock, no randomness, no driver: ids and time arrive in the command.',
      from: inDomain,
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'],
        pathNot: '^(services/(chassis|values)|contracts)/',
      },
    },
    ...roomRules,
    {
      name: 'requests-end-in-http',
      severity: 'error',
      comment: 'A request and its answer are known in http/ and checkout/ only; other rooms return what they found.',
      from: {
        path: ['workflow', 'consume', 'public', 'projections', 'clients', 'delivery', 'providers'].flatMap(room),
        pathNot: ['[.]spec[.]ts$', libraries, '^services/provider-sandbox/'],
      },
      to: { path: '^services/chassis/src/http/(app|operation|problem|response)[.]ts$' },
    },
    {
      name: 'commands-are-called-by-operators',
      severity: 'error',
      comment: 'admin/ repairs a service from outside of it; the running service stands without it.',
      from: {
        path: '^services/[^/]+/src/',
        pathNot: [...room('admin'), '/src/admin[.]ts$', '[.]spec[.]ts$', '^services/chassis/src/testing/'],
      },
      to: { path: [...room('admin'), '^services/[^/]+/src/admin[.]ts$'] },
    },
    {
      name: 'adapters-know-no-tables',
      severity: 'error',
      comment:
        'An adapter speaks a protocol. What it says is recorded by whoever asked it; the sandbox plays the other side.',
      from: {
        path: '^services/[^/]+/src/providers/[^/]+/',
        pathNot: ['^services/provider-sandbox/', '/providers/store/'],
      },
      to: { path: ['http', 'workflow', 'consume', 'store'].flatMap(room), pathNot: libraries },
    },
    {
      name: 'services-meet-only-in-contracts',
      severity: 'error',
      comment: 'A service learns of another by its events and its HTTP description, never by import.',
      from: { path: '^services/([^/]+)/', pathNot: '^services/(payment-gateway|identity)/test/' },
      to: { path: '^services/', pathNot: ['^services/$1/', libraries] },
    },
    {
      name: 'adapters-are-tested-against-the-sandbox',
      severity: 'error',
      comment:
        'There is one model of each provider. The tests of its adapter run it in their own process, and nothing else.',
      from: { path: '^services/(payment-gateway|identity)/test/' },
      to: {
        path: '^services/',
        pathNot: ['^services/($1|provider-sandbox/src/testing)/', libraries],
      },
    },
    {
      name: 'chassis-knows-no-service',
      severity: 'error',
      comment: 'The chassis is mechanism; contracts are words. Neither knows who uses them.',
      from: { path: '^(services/chassis|contracts)/' },
      to: { path: '^services/', pathNot: '^services/(chassis|values)/' },
    },
    {
      name: 'checkout-kit-knows-no-service',
      severity: 'error',
      comment: 'The kit is what pages for payers are made of, whatever is paid on them: no contracts, no service.',
      from: { path: '^services/checkout-kit/' },
      to: { path: '^(services|contracts)/', pathNot: libraries },
    },
    {
      name: 'internal-stays-inside',
      severity: 'error',
      comment:
        'What a subject of the chassis is made of may change without asking anyone; its face stands beside internal/.',
      from: { pathNot: '^services/chassis/' },
      to: { path: '^services/chassis/src/.+/internal/' },
    },
    {
      name: 'values-know-nothing',
      severity: 'error',
      comment: 'A value means the same to everyone, in a service and in a browser: no clock, no table, no request.',
      from: { path: '^services/values/src/', pathNot: '[.]spec[.]ts$' },
      to: { path: '^(services|contracts|deploy|test-e2e)/', pathNot: '^services/values/' },
    },
    {
      name: 'kafkajs-stays-in-its-adapter',
      severity: 'error',
      comment: 'The port of the bus has no type of a client in its face, so that another client is another adapter.',
      from: {
        path: '^services/',
        pathNot: ['^services/chassis/src/bus/kafka/', '^services/chassis/test/', '[.]spec[.]ts$'],
      },
      to: { path: '(^|node_modules/)(@kafkajs/|kafkajs(/|$))' },
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
