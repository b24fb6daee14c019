import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useIsStaff, useMay } from '../session/session.tsx';
import { paymentLinkTexts } from '../texts/payment-links.ts';
import { useTexts } from '../texts/texts.tsx';
import { sameUser } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { UserField } from '../ui/user-field.tsx';
import { When } from '../ui/when.tsx';
import { ListScreen } from './list-screen.tsx';
import { NewLink } from './payment-links/new-link.tsx';
import { PriceOfLink } from './payment-links/price-of-link.tsx';
import { type Search } from './use-filters.ts';

type PaymentLink = components['schemas']['PaymentLink'];

export const Screen = () => {
  const { screens, fields, locale } = useTexts();
  const texts = paymentLinkTexts[locale];
  const [isStaff, mayMake] = [useIsStaff(), useMay('charges:write')];
  return (
    <ListScreen<PaymentLink>
      title={screens.paymentLinks}
      name="payment-links"
      path="/payment-links"
      before={
        <>
          <p className="soft">{texts.about}</p>
          {mayMake && <NewLink />}
        </>
      }
      {...(isStaff && { further: (filters: Search) => <UserField value={filters['user_id']} /> })}
      empty={texts.empty}
      keyOf={({ id }) => id}
      columns={[
        {
          title: texts.title,
          cell: ({ id, title }) => (
            <Link to="/payment-links/$linkId" params={{ linkId: id }} search={sameUser}>
              {title}
            </Link>
          ),
        },
        { title: fields.status, cell: ({ status }) => <Status of={status} names={texts.statuses} /> },
        { title: texts.price, isNumber: true, cell: (link) => <PriceOfLink link={link} /> },
        { title: texts.uses, isNumber: true, cell: ({ usesTaken, usesMax }) => texts.usesOf(usesTaken, usesMax) },
        { title: texts.paid, isNumber: true, cell: ({ chargesPaid }) => chargesPaid },
        { title: texts.paidAmount, isNumber: true, cell: ({ paidAmount }) => <Money amount={paidAmount} /> },
        { title: fields.to, cell: ({ validUntil }) => <When at={validUntil} /> },
        { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    />
  );
};
