import { useMay } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { Brand } from './settings/brand.tsx';
import { CompanySignIn } from './settings/company-sign-in.tsx';
import { FeeRules } from './settings/fee-rules.tsx';
import { PaymentRules } from './settings/payment-rules.tsx';
import { PayoutPolicy } from './settings/payout-policy.tsx';
import { WebhookSettings } from './settings/webhook-settings.tsx';

/** Each part for those who may see it. */
export const Screen = () => {
  const { screens } = useTexts();
  const isOwner = useMay('members:write');
  const [mayCharges, mayMoney, mayWebhooks] = [useMay('charges:read'), useMay('balance:read'), useMay('webhooks:read')];
  return (
    <>
      <Heading text={screens.settings} />
      <Brand />
      {mayCharges && <PaymentRules />}
      {mayCharges && <FeeRules />}
      {mayMoney && <PayoutPolicy />}
      {mayWebhooks && <WebhookSettings />}
      {isOwner && <CompanySignIn />}
    </>
  );
};
