/** As in package.json; a unit spec compares them. */
export const version = '0.1.0';
