import { startStandIn, type StandIn } from '@repasse/chassis/testing/stand-in';

/** The international provider's web SDK, as far as the page calls it: its form is a dialog with three buttons. */
const embed = `
window.RevolutCheckout = async (publicToken, mode) => ({
  payWithPopup: (options) => {
    const dialog = document.createElement('dialog');
    dialog.id = 'sdk';
    dialog.dataset.call = JSON.stringify({ publicToken, mode, locale: options.locale, email: options.email });
    for (const outcome of ['onSuccess', 'onError', 'onCancel']) {
      const button = document.createElement('button');
      button.textContent = outcome;
      button.addEventListener('click', () => {
        dialog.remove();
        options[outcome](new Error('declined'));
      });
      dialog.append(button);
    }
    document.body.append(dialog);
    dialog.showModal();
  },
});
`;

/** Another origin than the page's: it serves the SDK, and the shop that payers return to. */
export const startSdkStandIn = (): Promise<StandIn> =>
  startStandIn((request, response) => {
    const isSdk = request.url === '/embed.js';
    response
      .writeHead(200, { 'content-type': isSdk ? 'text/javascript' : 'text/html' })
      .end(isSdk ? embed : '<!doctype html><title>Shop</title><h1>Thank you</h1>');
  });
