import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brandColoursOf, brandStyleOf, contrastOf, surfaces } from './brand-style';

const schemes = Object.entries(surfaces);

describe('the colour of a merchant', () => {
  it('is compared by the contrast of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  });

  it('is on buttons as it is, with black or white on it', () => {
    expect(brandColoursOf('#ffd400', surfaces.light)).toMatchObject({ fill: '#ffd400', 'on-fill': '#000000' });
    expect(brandColoursOf('#7a1fa2', surfaces.light)).toMatchObject({ fill: '#7a1fa2', 'on-fill': '#ffffff' });
  });

  it('is that of text and links only where it can be read', () => {
    expect(brandColoursOf('#7a1fa2', surfaces.light)).toMatchObject({ brand: '#7a1fa2', 'brand-dark': '#7a1fa2' });
    expect(brandColoursOf('#7a1fa2', surfaces.dark)).not.toHaveProperty('brand');
    expect(brandColoursOf('#ffd400', surfaces.light)).not.toHaveProperty('brand');
    expect(brandColoursOf('#ffd400', surfaces.dark)).toMatchObject({ brand: '#ffd400' });
  });

  it('leaves a button its edge where it is nearly that of the page', () => {
    expect(brandColoursOf('#ffffff', surfaces.light)['fill-edge']).toBe(surfaces.light.lineStrong);
    expect(brandColoursOf('#101010', surfaces.dark)['fill-edge']).toBe(surfaces.dark.lineStrong);
    expect(brandColoursOf('#7a1fa2', surfaces.light)['fill-edge']).toBe('#7a1fa2');
  });

  it.each(schemes)('leaves everything readable, whichever it is: %s', (_, surface) => {
    const steps = [0, 51, 102, 119, 136, 153, 204, 255].map((part) => part.toString(16).padStart(2, '0'));
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const { fill = '', ...colours } = brandColoursOf(`#${red}${green}${blue}`, surface);
          const pairs = [
            [colours['on-fill'], fill, 4.5],
            [colours['on-fill'], colours['fill-hover'], 4.5],
            [colours['fill-edge'], surface.paper, 3],
            [colours['brand'], surface.ground, 4.5],
            [colours['brand'], surface.paper, 4.5],
            [colours['brand-dark'], colours['brand-faint'], 4.5],
          ] as const;
          for (const [one, other, least] of pairs)
            if (one !== undefined && other !== undefined) expect(contrastOf(one, other)).toBeGreaterThanOrEqual(least);
        }
  });

  it('is a sheet for screens alone, light and dark', () => {
    const sheet = brandStyleOf('#7A1FA2') ?? '';
    const blocks = [...sheet.matchAll(/@media screen and \(prefers-color-scheme:\w+\)\{:root\{([^}]*)\}\}/g)];
    const [light = '', dark = ''] = blocks.map(([, inside = '']) => inside);
    expect(blocks.map(([whole]) => whole).join('')).toBe(sheet);
    expect(light).toMatch(/^--fill:#7a1fa2;.*--brand:#7a1fa2/);
    expect(dark).not.toContain('--brand');
    expect(sheet).not.toMatch(/[<>&"'\n]/);
  });

  it.each([null, undefined, '', 'red', '#fff', '#12345g', '#123456;}', '#123456}</style><script>'])(
    'is none: %p',
    (text) => {
      expect(brandStyleOf(text)).toBeNull();
    },
  );

  it('is weighed against the colours that the style sheet has', () => {
    const css = readFileSync(join(__dirname, '../styles/base.css'), 'utf8');
    const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
    for (const [text, { paper, ground, lineStrong }] of [
      [light, surfaces.light],
      [dark, surfaces.dark],
    ] as const)
      for (const line of [`--paper: ${paper};`, `--ground: ${ground};`, `--line-strong: ${lineStrong};`])
        expect(text).toContain(line);
  });
});
