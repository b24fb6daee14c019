/** Deliveries to one host share its places. An ordered endpoint has them to itself: one delivery at a time is due. */
export const receiverOf = (url: string, orderedEndpointId: string | null): string =>
  orderedEndpointId ?? new URL(url).host;
