/**
 * The number of the invoice that a path names; 0, which no invoice has, for a text that is no such number. A text of
 * another form, or of more digits than are counted exactly, names none: so no two texts mean the same invoice, and an
 * unknown id is answered 404 whatever it looks like.
 */
export const invoiceNumberOf = (id: string | undefined): number =>
  id !== undefined && /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : 0;
