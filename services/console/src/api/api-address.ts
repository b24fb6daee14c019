/** The address of one of the edge's processes, in turns. */
export type ApiAddress = () => string;

export const createApiAddress = (urls: readonly string[]): ApiAddress => {
  let turn = 0;
  return () => {
    turn += 1;
    return urls[turn % urls.length] ?? '';
  };
};
