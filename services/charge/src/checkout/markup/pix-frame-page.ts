import { html } from '@repasse/checkout-kit/markup/html';
import { messagePage } from '@repasse/checkout-kit/markup/message-page';
import { checkoutPage } from './checkout-page';
import { type PageModel } from './page-model';

export const isByPix = ({ state }: PageModel): boolean => state.methods.includes('PIX');

/** The page of a charge with PIX alone. The shop's page is around it, so there is no way back to offer. */
export const pixFramePage = (model: PageModel): string =>
  checkoutPage({
    ...model,
    state: { ...model.state, methods: ['PIX'], redirectUrl: null, card: null, international: null },
    chosen: 'PIX',
    payer: { name: null, email: null },
  });

/** For a charge that its merchant does not let be paid by PIX. */
export const notByPixPage = ({ look, assets, isTest, state, frameOrigins }: PageModel): string =>
  messagePage({
    ...{ locale: look.locale, assets, isTest, view: 'not-by-pix', message: look.texts.notByPix },
    data: html`data-charge-id="${state.chargeId}" data-frame-origins="${frameOrigins.join(' ')}"`,
  });
