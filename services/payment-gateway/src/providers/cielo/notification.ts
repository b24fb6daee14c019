/**
 * The sale a Post de Notificação is about. Whatever else it says is not read, and the name itself becomes part of an
 * address, so it must look like one.
 */
export const saleIdIn = (body: unknown): string | undefined => {
  const saleId = typeof body === 'object' && body !== null && 'PaymentId' in body ? body.PaymentId : undefined;
  return typeof saleId === 'string' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(saleId)
    ? saleId
    : undefined;
};
