import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastFailures, DEFAULT_THEME, ROLES, themeCss, themeTokens } from './index.ts';

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
  });
});
