/** `npm run verify:pix-api -- <openapi.yaml or its address>`; see test-e2e/README.md. */
const { registerTypeScript } = require('../support/register-typescript.cjs');

registerTypeScript();
// The end has to be said: the PostgreSQL of the tests has a hook that ends a process with 0.
require('./verify-pix-api.ts')
  .verifyPixApi(process.argv[2])
  .then(
    (isAsDescribed) => process.exit(isAsDescribed ? 0 : 1),
    (fault) => {
      console.error(String(fault));
      process.exit(1);
    },
  );
