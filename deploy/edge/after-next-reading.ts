let gathering: (() => void)[] | undefined;

/**
 * Calls back when the bytes that the system has received so far were read, from every connection: an immediate ends the
 * turn of the loop that reads now, and the next one comes after another reading. All of a turn share the two.
 */
export const afterNextReading = (callback: () => void): void => {
  if (gathering !== undefined) {
    gathering.push(callback);
    return;
  }
  const batch = [callback];
  gathering = batch;
  setImmediate(() => {
    gathering = undefined;
    setImmediate(() => {
      for (const each of batch) each();
    });
  });
};
