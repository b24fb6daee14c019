/**
 * One PostgreSQL for all integration tests of a run; each suite makes databases of its own on it. A TEST_POSTGRES_URL
 * that is set already names a server to use instead, which saves two seconds when tests are run again and again.
 */
const path = require('node:path');
const { registerTypeScript } = require('./register-typescript.cjs');
const { openRunFolder } = require('./run-folder.cjs');

module.exports = async () => {
  openRunFolder();
  if (process.env.TEST_POSTGRES_URL) return;
  registerTypeScript();
  const { startTestPostgres } = require(path.resolve(__dirname, '../../services/chassis/src/testing/postgres.ts'));
  const server = await startTestPostgres();
  process.env.TEST_POSTGRES_URL = server.url;
  globalThis.repasseTestPostgres = server;
};
