// `node deploy/releases/check-package.mjs <tarball>...`: tells of each packed npm package what its users could not import, and
// where the types say otherwise than the code. Packed, because only there a file that was left out is missing.
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const faultsOfEntries = async (bytes) => {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`);
};

/** A package without types, like a program's, has none that could be wrong. */
const faultsOfTypes = async (bytes) => {
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(bytes));
  return types === false ? [] : problems.map((problem) => `types: ${JSON.stringify(problem)}`);
};

let faults = 0;
for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(readFileSync(file));
  for (const fault of [...(await faultsOfEntries(bytes)), ...(await faultsOfTypes(bytes))]) {
    console.log(`${file}: ${fault}`);
    faults += 1;
  }
}
process.exitCode = faults === 0 ? 0 : 1;
