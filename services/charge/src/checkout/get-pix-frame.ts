import { type Operation } from '@repasse/chassis/http/app';
import { getPage } from '@repasse/checkout-kit/server/get-page';
import { type PageDependencies } from './get-checkout-page';
import { type Checkout } from './load-checkout';
import { isByPix, notByPixPage, pixFramePage } from './markup/pix-frame-page';
import { pageModelOf } from './page-model-of';

type FrameDependencies = Omit<PageDependencies, 'sdkUrl'>;

/** GET /checkout/{chargeId}/pix: the page within the merchant's own, with PIX alone. No data of a card comes near it. */
export const getPixFrame = ({ tokens, load, assets, isTest, ...shown }: FrameDependencies): Operation =>
  getPage({
    ...{ tokens, load, assets, isTest },
    idParameter: 'chargeId',
    frameOriginsOf,
    merchantOf: ({ charge }) => charge.merchant_profile,
    pageOf: (checkout: Checkout, visit) => {
      const frameOrigins = frameOriginsOf(checkout);
      const model = { ...pageModelOf({ ...shown, sdkUrl: '' }, checkout, visit), frameOrigins };
      return isByPix(model) ? pixFramePage(model) : { status: 409, text: notByPixPage(model) };
    },
  });

/** Identity has checked them. What is no origin must not get into a header, whoever wrote the event. */
const frameOriginsOf = ({ charge }: Checkout): readonly string[] =>
  charge.merchant_profile?.frameOrigins?.filter((text) => origin.test(text)) ?? [];

/** Letters, digits, dots and hyphens cannot end a list of sources. */
const origin = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/;
