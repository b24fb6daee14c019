const bearerForm = /^bearer +([\w.~+/-]+=*)$/i;

/** The token of an Authorization header, however it writes the scheme; undefined when it is of another form. */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : bearerForm.exec(authorization)?.[1];
