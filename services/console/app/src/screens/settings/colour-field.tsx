import { brandTexts } from '../../texts/brand.ts';
import { useTexts } from '../../texts/texts.tsx';

interface Props {
  /** As it is typed: it may not be a colour yet. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A picker always has a colour; of no colour it shows ours. */
const ours = '#0a6b47';

/** By its number, which a brand's own papers say, or by choosing. */
export const ColourField = ({ value, onChange }: Props) => {
  const { words, locale } = useTexts();
  const texts = brandTexts[locale];
  return (
    <div>
      <div className="filters">
        <label>
          {texts.colour} ({words.optional})
          <input
            name="brandColor"
            value={value}
            spellCheck={false}
            maxLength={7}
            pattern="#[0-9A-Fa-f]{6}"
            aria-describedby="colour-help"
            onChange={({ target }) => onChange(target.value.trim())}
          />
        </label>
        <label>
          {texts.chooseColour}
          <input
            type="color"
            value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : ours}
            onChange={({ target }) => onChange(target.value)}
          />
        </label>
      </div>
      <p className="soft" id="colour-help">
        {texts.colourHelp}
      </p>
    </div>
  );
};
