/** The description of an installation as the clients have it. */
import { createRequire } from 'node:module';
import { isOffered } from './names.mjs';

// Sources, so that nothing has to be built first. The contracts have the one generator of types, with the compiler it needs.
createRequire(import.meta.url)('../../../test-e2e/support/register-typescript.cjs').registerTypeScript();
export const contracts = createRequire(new URL('../../../contracts/package.json', import.meta.url));
const { mergedOpenApi, problemCodes } = contracts('@repasse/contracts');
export { problemCodes };

/** Without the operations that are for others, and without what only those name. */
export const offeredDescription = () => {
  const whole = mergedOpenApi();
  const paths = Object.fromEntries(
    Object.entries(whole.paths).flatMap(([path, item]) => {
      const offered = Object.entries(item).filter(
        ([, operation]) => isOffered(operation) && operation.security.length > 0,
      );
      return offered.length === 0 ? [] : [[path, Object.fromEntries(offered)]];
    }),
  );
  return { ...whole, paths };
};
