import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BRANDS, DARK, LIGHT } from '../../testing/themes.ts';
import { contrastFailures, DEFAULT_THEME, PAIRS, ROLES, themeCss, themeTokens } from './index.ts';

const WALL = [
  '#982439',
  '#FFD400',
  '#14161A',
  '#F7C9D4',
  '#00C853',
  '#2457D6',
  '#000000',
  '#ffffff',
  '#808080',
  '#0b5394',
];

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

const failuresOf = (brand: string, options = {}) => {
  const { light, dark } = themeTokens(brand, options);
  return [...contrastFailures(light), ...contrastFailures(dark)];
};

describe('U31, C4: themeTokens', () => {
  it.each(WALL)('keeps every pair readable for %s', (brand) => {
    expect(failuresOf(brand)).toEqual([]);
  });

  it('keeps every pair readable for any brand, secondary and link colour', () => {
    fc.assert(
      fc.property(colour, colour, colour, (brand, secondary, link) => {
        expect(failuresOf(brand, { secondary, link })).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('gives the published values of the default brand', () => {
    const { light, dark } = themeTokens(DEFAULT_THEME.primary, DEFAULT_THEME);
    expect(light).toMatchObject({
      page: '#fcf8f8',
      'line-strong': '#928384',
      'ink-2': '#5b4e4e',
      action: '#982439',
      'action-press': '#7b0023',
      accent: '#c59559',
      'danger-ink': '#c42a28',
      'status-neutral-soft': '#eef1f5',
    });
    expect(dark).toMatchObject({
      page: '#140e0e',
      'brand-ink': '#ea8089',
      action: '#b54050',
      link: '#ea8089',
    });
  });

  it('reads three-digit colours', () => {
    expect(themeTokens('#a3c')).toEqual(themeTokens('#AA33CC'));
  });

  it.each(BRANDS.map(([brand, options], at) => [brand, options, at] as const))(
    'gives %s with %j its former colours',
    (brand, options, at) => {
      const column = (table: string) =>
        Object.fromEntries(
          table
            .trim()
            .split('\n')
            .map((line) => line.split(/ +/))
            .map(([role, ...colours]) => [role, colours[at]]),
        );
      const { light, dark } = themeTokens(brand, options);
      expect(light).toEqual(column(LIGHT));
      expect(dark).toEqual(column(DARK));
    },
  );

  it('fills every role with a plain hex colour', () => {
    const { light, dark } = themeTokens('#123456');
    for (const role of ROLES) {
      expect(light[role]).toMatch(/^#[0-9a-f]{6}$/);
      expect(dark[role]).toMatch(/^#[0-9a-f]{6}$/);
    }
    expect(Object.keys(light).sort()).toEqual([...ROLES].sort());
  });
});

describe('themeCss', () => {
  it('gives both schemes and lets the page force light', () => {
    const css = themeCss(themeTokens('#982439'));
    expect(css).toContain(':root{--color-page:#fcf8f8;');
    expect(css).toContain(
      '@media (prefers-color-scheme:dark){:root:not([data-scheme="light"]){--color-page:#140e0e;',
    );
    expect(css.match(/[{}]/g)).toHaveLength(6);
    expect(css.match(/--color-[a-z0-9-]+:#[0-9a-f]{6}[;}]/g)).toHaveLength(2 * ROLES.length);
  });
});

describe('contrastFailures', () => {
  it('names the pair, the required and the actual ratio', () => {
    const { light } = themeTokens('#982439');
    expect(contrastFailures({ ...light, 'on-panel': light.panel })).toEqual([
      { foreground: 'on-panel', background: 'panel', needed: 4.5, ratio: 1 },
    ]);
    expect(contrastFailures({ ...light, 'action-edge': light.surface }).map((one) => one.background)).toEqual(
      ['page', 'surface'],
    );
  });

  it('requires 4.5 for text and 3 for icons on every background they are on', () => {
    const grounds = (foreground: string) =>
      PAIRS.filter(([fg]) => fg === foreground).map(([, bg, ratio]) => `${bg} ${ratio}`);
    const papers = (ratio: number) => ['page', 'surface', 'sunken'].map((bg) => `${bg} ${ratio}`);
    const notices = (ratio: number) =>
      ['success', 'warning', 'danger', 'info'].map((name) => `${name}-soft ${ratio}`);
    const text = [...papers(4.5), 'brand-soft 4.5', ...notices(4.5)];
    expect(grounds('ink').sort()).toEqual([...text, 'brand-line 4.5'].sort());
    for (const role of ['ink-2', 'link', 'brand-ink']) expect(grounds(role).sort()).toEqual(text.toSorted());
    expect(grounds('ink-3')).toEqual(papers(4.5));
    for (const role of ['line-strong', 'focus'])
      expect(grounds(role).sort()).toEqual([...papers(3), 'brand-soft 3', ...notices(3)].sort());
    expect(grounds('on-action')).toEqual(['action 4.5', 'action-hover 4.5', 'action-press 4.5']);
    expect(grounds('action-edge')).toEqual(['page 3', 'surface 3']);
    expect(grounds('on-panel')).toEqual(['panel 4.5']);
    expect(grounds('info-ink')).toEqual([...papers(4.5), 'info-soft 4.5']);
    expect(grounds('status-enrolled-ink')).toEqual([...papers(4.5), 'status-enrolled-soft 4.5']);
  });
});
