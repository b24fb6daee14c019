/** Half of all charges are one merchant's: reads must be as fast with many as with few. */
export const busyMerchant = 1001;

/** Charges are spread over a year that ends now, in any number of them. */
export const firstMoment = new Date(Date.now() - 365 * 86_400_000).toISOString();
