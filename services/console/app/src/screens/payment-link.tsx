import { Link, useParams } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useMay } from '../session/session.tsx';
import { paymentLinkTexts } from '../texts/payment-links.ts';
import { useTexts } from '../texts/texts.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Facts } from '../ui/facts.tsx';
import { Heading } from '../ui/heading.tsx';
import { sameUser } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { ChangeLimits } from './payment-links/change-limits.tsx';
import { methods as allMethods } from './payment-links/link-form.ts';
import { PriceOfLink } from './payment-links/price-of-link.tsx';
import { SplitOfLink } from './payment-links/split-of-link.tsx';
import { useOne } from './use-one.ts';

type PaymentLink = components['schemas']['PaymentLink'];

export const Screen = () => {
  const { linkId = '' } = useParams({ strict: false }) as { readonly linkId?: string };
  const { screens } = useTexts();
  const path = `/payment-links/${encodeURIComponent(linkId)}`;
  const { data: link, error } = useOne<PaymentLink>('payment-links', path);
  const mayChange = useMay('charges:write');
  return (
    <>
      <Heading text={link?.title ?? screens.paymentLink} />
      <ProblemNotice fault={error} />
      {link === undefined ? (
        error === null && <p className="skeleton" aria-busy="true" />
      ) : (
        <>
          <Address link={link} />
          {mayChange && <OpenOrClosed link={link} path={path} />}
          <FactsOfLink link={link} />
          {link.split.length > 0 && <SplitOfLink split={link.split} />}
          {mayChange && <ChangeLimits key={link.updatedAt} link={link} path={path} />}
        </>
      )}
    </>
  );
};

const Address = ({ link: { id, url } }: { readonly link: PaymentLink }) => {
  const { locale } = useTexts();
  const texts = paymentLinkTexts[locale];
  return (
    <section>
      <h2>{texts.address}</h2>
      <Copy text={url} />
      <p>
        <Link to="/charges" search={(before: { m?: number }) => ({ ...sameUser(before), paymentLinkId: id })}>
          {texts.charges}
        </Link>
      </p>
    </section>
  );
};

const OpenOrClosed = ({ link: { active }, path }: { readonly link: PaymentLink; readonly path: string }) => {
  const api = useApi();
  const { locale } = useTexts();
  const texts = paymentLinkTexts[locale];
  return (
    <div className="actions before">
      <ActionButton
        text={active ? texts.close : texts.reopen}
        isDanger={active}
        change={() => api(path, { method: 'PATCH', body: { active: !active } })}
        stale={['payment-links']}
      />
    </div>
  );
};

const FactsOfLink = ({ link }: { readonly link: PaymentLink }) => {
  const { locale, fields, chargeFilters } = useTexts();
  const texts = paymentLinkTexts[locale];
  const { status, usesTaken, usesMax, chargesCreated, chargesPaid, paidAmount, allowedMethods } = link;
  const methods = allMethods.filter((method) => allowedMethods.includes(method));
  return (
    <Facts
      facts={[
        [fields.status, <Status key="s" of={status} names={texts.statuses} />],
        [texts.price, <PriceOfLink key="p" link={link} />],
        [fields.method, methods.map((method) => chargeFilters[method]).join(', ')],
        [texts.uses, texts.usesOf(usesTaken, usesMax)],
        [fields.to, <When key="u" at={link.validUntil} />],
        [texts.made, chargesCreated],
        [texts.paid, chargesPaid],
        [texts.paidAmount, <Money key="a" amount={paidAmount} />],
        [texts.redirectUrl, link.redirectUrl],
        [fields.createdAt, <When key="c" at={link.createdAt} />],
        [fields.id, <code key="i">{link.id}</code>],
      ]}
    />
  );
};
