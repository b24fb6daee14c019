/** A process of its own, so that what floods does not take its time from the receiver whose delay is measured. */
const { registerTypeScript } = require('../../support/register-typescript.cjs');

registerTypeScript();
void require('./other-receivers.ts').serveOthers();
