import { Problem } from '../../api/problem.ts';
import { useTexts } from '../../texts/texts.tsx';
import { withdrawingTexts } from '../../texts/withdrawing.ts';
import { NamedSelect } from '../../ui/named-select.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useDestinations } from '../seller/use-destinations.ts';

/** Where the money goes: a destination of the recipient, or coins for an account that is none. */
export const PlaceFields = ({ ofUser }: { readonly ofUser: number }) => {
  const { words, locale } = useTexts();
  const texts = withdrawingTexts[locale];
  const { data, error } = useDestinations(ofUser);
  if (isNoRecipient(error)) return <CoinFields />;
  if (error !== null) return <ProblemNotice fault={error} />;
  if (data === undefined) return <p className="skeleton" aria-busy="true" />;
  if (data.data.length === 0) return <p className="notice">{texts.noDestination}</p>;
  const names = data.data.map(({ id, label, isDefault }): [string, string] => [
    id,
    `${label}${isDefault ? ` (${words.isDefault})` : ''}`,
  ]);
  return (
    <NamedSelect
      {...{ name: 'destinationId', label: texts.destination, values: names.map(([id]) => id) }}
      names={Object.fromEntries(names)}
      chosen={data.data.find(({ isDefault }) => isDefault)?.id}
    />
  );
};

const isNoRecipient = (error: Error | null): boolean => error instanceof Problem && error.status === 404;

const CoinFields = () => {
  const { words, locale } = useTexts();
  const texts = withdrawingTexts[locale];
  return (
    <>
      <p className="soft">{texts.coinsAbout}</p>
      <label>
        {texts.coin}
        <input name="payCurrency" required pattern="[A-Za-z0-9]{2,20}" maxLength={20} autoComplete="off" />
      </label>
      <label>
        {texts.address}
        <input name="payAddress" required minLength={8} maxLength={120} autoComplete="off" spellCheck={false} />
      </label>
      <label>
        {texts.memo} ({words.optional})
        <input name="memo" maxLength={64} autoComplete="off" spellCheck={false} />
      </label>
    </>
  );
};
