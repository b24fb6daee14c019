import { readFileSync } from 'node:fs';

/** They wait on a session of PostgreSQL or on Kafka's client, and end with it. */
const timersOfTheirOwn = ['/postgres/internal/advisory-lock.ts', '/bus/kafka/'];
const message = 'Use every, poll, pollDue or untilDone of @repasse/chassis/waiting.';

const pause = 'CallExpression[callee.name=/^(pause|setTimeout)$/]';
const endlessLoops = ['WhileStatement', 'DoWhileStatement', 'ForStatement:matches([update=null], [test=null])'];
const selectors = ["CallExpression[callee.name='setInterval']", ...endlessLoops.map((loop) => `${loop} ${pause}`)];

/** What runs again and again waits in services/chassis/src/waiting; a bounded number of tries may pause by itself. */
const noLoopsWithTimers = {
  create(context) {
    if (timersOfTheirOwn.some((path) => context.filename.includes(`/chassis/src${path}`))) return {};
    const report = (node) => context.report({ node, message });
    return Object.fromEntries(selectors.map((selector) => [selector, report]));
  },
};

/** Spellings with one home, which has a name for them. */
const homes = [
  [/^-03:00$/, '/values/src/brasilia-time.ts', 'brasiliaOffset of @repasse/values/brasilia-time'],
  [/synchronous_commit/, '/chassis/src/postgres/lazy-commit.ts', 'lazyCommit of @repasse/chassis/postgres/lazy-commit'],
];

const oneHome = {
  create(context) {
    const check = (node, text) => {
      for (const [spelling, home, use] of homes) {
        if (spelling.test(text) && !context.filename.endsWith(home)) context.report({ node, message: `Use ${use}.` });
      }
    };
    return {
      Literal: (node) => check(node, String(node.value)),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};

/** The files that may name a method. All others read its row in methods.ts; see "Add a payment method" in ARCHITECTURE.md. */
const methodPlaces = [
  // The rows, and the names that people read.
  /[/](methods|rails)[.]ts$/,
  /[/](texts-[a-z]+|charge-csv|entry-texts)[.]ts$/,
  // Adapters, and the doors and pages of one method.
  /[/]payment-gateway[/]src[/](providers|cards|crypto)[/]/,
  /[/]charge[/]src[/]checkout[/](browser|markup)[/]/,
  /[/]charge[/]src[/]http[/]requests[/](card|payment)-request[.]ts$/,
  /[/]charge[/]src[/]workflow[/]request-attempt[.]ts$/,
  // The payer's instructions in the words of events and of HTTP.
  /[/]charge[/]src[/](clients[/]gateway-answers|http[/]wire[/]attempt-body)[.]ts$/,
  /[/]payment-gateway[/]src[/]payments[/](http[/]payment-body|public[/](domain|public)-facts)[.]ts$/,
  // Advises the payer of a declined card to pay by PIX.
  /[/]charge[/]src[/]http[/]card-problems[.]ts$/,
  // The other side of the providers.
  /[/]provider-sandbox[/]/,
];

const firstEvent = new URL('../../contracts/schemas/payment-gateway/PaymentRequested.v1.schema.json', import.meta.url);
const methods = JSON.parse(readFileSync(firstEvent, 'utf8')).properties.paymentMethod.enum;

const methodsByRow = {
  create(context) {
    if (methodPlaces.some((place) => place.test(context.filename))) return {};
    const message = 'Read a fact of the method from its row in methods.ts.';
    return {
      Literal: (node) => {
        if (methods.includes(node.value)) context.report({ node, message });
      },
    };
  },
};

export default {
  meta: { name: 'repasse' },
  rules: { 'no-loops-with-timers': noLoopsWithTimers, 'one-home': oneHome, 'methods-by-row': methodsByRow },
};
