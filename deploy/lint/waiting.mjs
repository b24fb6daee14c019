/** They wait on a session of PostgreSQL or on Kafka's client, and end with it. */
const timersOfTheirOwn = ['/postgres/advisory-lock.ts', '/bus/kafka/'];
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

export default { meta: { name: 'repasse' }, rules: { 'no-loops-with-timers': noLoopsWithTimers } };
