/** Stops what jest-global-setup.cjs started. */
module.exports = async () => {
  await globalThis.repasseTestPostgres?.stop();
};
