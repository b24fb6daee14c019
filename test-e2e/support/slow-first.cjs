/**
 * The order of suites. Without the times of an earlier run jest begins with the largest files, and a suite that waits for
 * a broker could be the last, alone. So those that start a broker or a browser, which take longest, begin.
 */
const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

const startsMuch = ({ path }) => /describeWith(Kafka|Chromium)\(/.test(readFileSync(path, 'utf8'));

module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const slow = new Set(tests.filter(startsMuch));
    return [...super.sort(tests)].sort((one, other) => Number(slow.has(other)) - Number(slow.has(one)));
  }
};
