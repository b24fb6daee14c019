/**
 * The order of suites.
 *
 * Without the times of an earlier run jest begins with the largest files, and a suite that waits for a broker could be the
 * last, alone. So those that start a broker or a browser, which take longest, begin.
 *
 * Suites on shared stacks come by the stacks they use: a stack that is not used ends (stack-keeper.ts), and with these
 * groups in this order each is used without a pause. A running stack takes a tenth to a third of a core even when it idles.
 */
const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

const startsMuch = (text) => /describeWith(Kafka|Chromium)\(/.test(text);

const groups = ['', 'moving', 'moving postgres', 'moving postgres kafka', 'postgres kafka', 'kafka', 'postgres'];

const groupOf = (text) => {
  const onBoth = /describeOnEachSharedBus\(/.test(text);
  const used = [
    ...(/describeOnMovingClock\(/.test(text) ? ['moving'] : []),
    ...(onBoth || /(describeOnShared|new SharedStack)\(\s*'postgres'/.test(text) ? ['postgres'] : []),
    ...(onBoth || /describeOnShared\(\s*'kafka'/.test(text) ? ['kafka'] : []),
  ];
  return groups.indexOf(used.join(' '));
};

module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const texts = new Map(tests.map((test) => [test, readFileSync(test.path, 'utf8')]));
    const rank = (test) => groupOf(texts.get(test)) * 2 + (startsMuch(texts.get(test)) ? 0 : 1);
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
