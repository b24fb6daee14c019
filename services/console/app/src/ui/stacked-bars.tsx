import { type ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Day } from './when.tsx';

interface Bar {
  /** A day. */
  readonly label: string;
  readonly parts: readonly number[];
}

interface Props {
  readonly caption: string;
  readonly bars: readonly Bar[];
  /** Of the parts, in their order. */
  readonly names: readonly string[];
  readonly partText: (part: number) => ReactNode;
}

/** A bar for each day, of a part for each name. The table says the same to readers of a screen, who see no bars. */
export const StackedBars = ({ caption, bars, names, partText }: Props) => {
  const { fields } = useTexts();
  return (
    <>
      <Drawing bars={bars} />
      <div className="unseen">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{fields.day}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, parts }) => (
              <tr key={label}>
                <th scope="row">
                  <Day day={label} />
                </th>
                {parts.map((part, at) => (
                  <td key={names[at]}>{partText(part)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

const heightMax = 40;

const Drawing = ({ bars }: { readonly bars: readonly Bar[] }) => {
  const highest = Math.max(1, ...bars.map(({ parts }) => sumOf(parts)));
  const width = 100 / Math.max(1, bars.length);
  const heightOf = (value: number) => (value / highest) * heightMax;
  return (
    <svg className="bars" viewBox={`0 0 100 ${heightMax}`} preserveAspectRatio="none" aria-hidden="true">
      {bars.flatMap(({ label, parts }, at) =>
        parts.map((part, name) => (
          <rect
            key={`${label} ${name}`}
            className={`part-${name}`}
            x={at * width + width * 0.1}
            width={width * 0.8}
            y={heightMax - heightOf(sumOf(parts.slice(0, name + 1)))}
            height={heightOf(part)}
          />
        )),
      )}
    </svg>
  );
};

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

/** The colour of a part, beside its name. */
export const Swatch = ({ of }: { readonly of: number }) => (
  <svg className="bars swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect className={`part-${of}`} width="1" height="1" />
  </svg>
);
