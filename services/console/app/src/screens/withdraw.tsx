import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useApi, useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { withdrawingTexts } from '../texts/withdrawing.ts';
import { textsOf, type Texts } from '../ui/form.ts';
import { Heading } from '../ui/heading.tsx';
import { sameUser } from '../ui/links.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useChange } from '../ui/step-up.tsx';
import { amountHint, amountPattern, typedAmount } from '../ui/typed-amount.ts';
import { centsOf } from './home/overview-of.ts';
import { useFilters } from './use-filters.ts';
import { useOne } from './use-one.ts';
import { PlaceFields } from './withdraw/place-fields.tsx';
import { PreviewOfPayout } from './withdraw/preview.tsx';
import { previewOf } from './withdraw/preview-of.ts';

type Schemas = components['schemas'];
type Withdrawal = Schemas['Withdrawal'];
type Asked = Omit<Schemas['RequestWithdrawal'], 'upTo'>;

/** Money from a balance by hand: one's own, or that of a seller whom the merchant looks after. */
export const Screen = () => {
  const { userId: own } = useSession();
  const { filters } = useFilters();
  const named = Number(filters['user_id'] ?? own);
  const ofUser = Number.isSafeInteger(named) && named > 0 ? named : own;
  const texts = withdrawingTexts[useTexts().locale];
  return (
    <>
      <Heading text={texts.withdraw} />
      <p className="soft">
        {ofUser !== own && texts.of(ofUser)} {texts.about}
      </p>
      <WithdrawForm key={ofUser} ofUser={ofUser} isOwn={ofUser === own} />
    </>
  );
};

interface Props {
  readonly ofUser: number;
  readonly isOwn: boolean;
}

const WithdrawForm = ({ ofUser, isOwn }: Props) => {
  const api = useApi();
  const navigate = useNavigate();
  const { fields, words, locale } = useTexts();
  const texts = withdrawingTexts[locale];
  const [amount, setAmount] = useState('');
  const { run, isPending, fault, dialog } = useChange<Withdrawal, Asked>({
    change: (body, idempotencyKey) => api('/withdrawals', { method: 'POST', idempotencyKey, body }),
    stale: ['balance', 'payouts'],
    onDone: ({ id }) => {
      void navigate({ to: '/payouts/$payoutId', params: { payoutId: id }, search: sameUser });
    },
  });
  return (
    <>
      <ProblemNotice fault={fault} />
      <form
        className="card form"
        onSubmit={(event) => run({ ...bodyOf(textsOf(event)), ...(!isOwn && { userId: ofUser }) })}
      >
        <label>
          {fields.amount}
          <input
            {...{
              name: 'amount',
              inputMode: 'decimal',
              required: true,
              pattern: amountPattern,
              placeholder: amountHint(locale),
            }}
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </label>
        <PlaceFields ofUser={ofUser} />
        <label>
          {texts.reference} ({words.optional})
          <input name="externalReference" maxLength={100} autoComplete="off" />
        </label>
        <Outlook {...{ ofUser, isOwn }} amount={typedAmount(amount)} />
        <button type="submit" className="main" disabled={isPending}>
          {texts.withdraw}
        </button>
      </form>
      {dialog}
    </>
  );
};

/** An empty text is one that was not given. */
const bodyOf = (typed: Texts): Asked => {
  const { amount = '', ...others } = typed;
  const given = Object.entries(others).filter(([, text]) => text !== '');
  return { ...Object.fromEntries(given), amount: typedAmount(amount) };
};

/** Of a seller only the seller and the platform know the balance. */
const Outlook = ({ ofUser, isOwn, amount }: Props & { readonly amount: string }) => {
  const { role } = useSession();
  const query = isOwn ? {} : { user_id: ofUser };
  const policy = useOne<Schemas['PayoutPolicies']>('payout-policy', '/payout-policy', query);
  const isAmount = new RegExp(`^${amountPattern}$`).test(amount);
  if (policy.data === undefined) return <ProblemNotice fault={policy.error} />;
  const asked = { amountCents: isAmount ? centsOf(amount) : 0, policy: policy.data.effective };
  return isOwn ? (
    <OwnOutlook {...asked} isManaged={role === 'SELLER'} />
  ) : (
    <PreviewOfPayout {...asked} preview={previewOf({ ...asked, balance: undefined, isManaged: true })} />
  );
};

const OwnOutlook = (asked: Omit<Parameters<typeof previewOf>[0], 'balance'>) => {
  const balance = useOne<Schemas['Balance']>('balance', '/balance');
  if (balance.data === undefined) return <ProblemNotice fault={balance.error} />;
  return <PreviewOfPayout {...asked} preview={previewOf({ ...asked, balance: balance.data })} />;
};
