/** Stops what jest-stacks-setup.cjs keeps. */
module.exports = async () => {
  await globalThis.repasseStackKeeper?.stop();
};
