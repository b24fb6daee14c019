/** Lets plain scripts of the tests load TypeScript sources, with the compiler jest uses. */
const { transformFileSync } = require('@swc/core');

const options = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
  swcrc: false,
};

/** In the place of jest's own hook, which is there during a global set-up and gone when a module is loaded later. */
exports.registerTypeScript = () => {
  require.extensions['.ts'] = (module, filename) =>
    module._compile(transformFileSync(filename, options).code, filename);
};
