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

export default {
  meta: { name: 'repasse' },
  rules: { 'no-loops-with-timers': noLoopsWithTimers, 'one-home': oneHome },
};
