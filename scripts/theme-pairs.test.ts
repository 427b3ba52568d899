import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAIRS, ROLES, type Role } from '@orbita/domain/tenancy';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TEXT = 4.5;
const PAPERS: readonly Role[] = ['page', 'surface', 'sunken'];
/** Backgrounds that never contain text: bars, marks, an orbit's planet, a picture's paper. */
const BARE = /^(accent|line|brand-ink|ink|on-panel|action-hover|action-press)$/;

type Rule = { where: string; text: string | undefined; ground: string | undefined; body: string };

const roleIn = (body: string, property: string) =>
  new RegExp(`(?<![\\w-])${property}:\\s*(?:var\\(--[\\w-]+,\\s*)?var\\(--color-([\\w-]+)\\)`).exec(
    body,
  )?.[1];

const RAW =
  /:[^;{}]*(?:#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(?:white|black|red|green|blue|gr[ae]y|yellow|orange)\b)/i;
/** Style sheets with colours of their own. */
const OWN_COLOURS = [
  // Not reached by the theme: the frames of card fields and of a shown file, and the offline page.
  'console/viewer/frame/viewer-frame.css',
  'web/card-fields/fields.css',
  'web/offline/offline.css',
  // White paper with black marks, for machines and printers; the shadow under a shown page.
  'console/styles/viewer.css',
  'web/document/slip-barcode.css',
  'ui/styles/base.css',
  'ui/styles/qr-panel.css',
  // Shadows of all other style sheets.
  'ui/styles/tokens.css',
];

/** Every rule of the interface that sets the colour of text or of a background to a role of the theme. */
function rules(): Rule[] {
  const files = globSync(['{web,console}/*/**/*.css', 'ui/styles/*.css'], { cwd: ROOT }).filter(
    (file) => !/\/(dist|gallery|node_modules)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(30);
  return files.flatMap((file) => {
    const css = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      where: `${file} ${selector.trim().replaceAll(/\s+/g, ' ')}`,
      text: roleIn(body, 'color'),
      ground: roleIn(body, 'background(?:-color)?'),
      body,
    }));
  });
}

/** Contrast is symmetrical. */
const isProven = (a: string, b: string, ratio: number) =>
  PAIRS.some(
    ([front, back, needed]) =>
      needed >= ratio && ((front === a && back === b) || (front === b && back === a)),
  );

describe('U31: the colours in style sheets', () => {
  const all = rules();

  it('are roles of the theme', () => {
    const named = all.flatMap(({ text, ground }) => [text, ground]).filter((role) => role !== undefined);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((role) => !ROLES.includes(role as Role))).toEqual([]);
  });

  it('are literals only where no theme applies', () => {
    const raw = all.filter(({ body }) =>
      body.split(';').some((line) => RAW.test(line) && !/^\s*(?:-webkit-)?mask/.test(line)),
    );
    const files = new Set(raw.map(({ where }) => where.split(' ')[0]));
    expect([...files].toSorted()).toEqual(OWN_COLOURS.toSorted());
  });

  it('are used for text and background only in pairs proven readable with any brand', () => {
    const unproven = all.filter(({ text, ground }) => text && ground && !isProven(text, ground, TEXT));
    expect(unproven).toEqual([]);
  });

  it('are used for text without a background only if readable on every surface', () => {
    const roles = new Set(all.flatMap(({ text, ground }) => (text && !ground ? [text] : [])));
    const unproven = [...roles].filter((role) => PAPERS.some((paper) => !isProven(role, paper, TEXT)));
    expect(unproven).toEqual([]);
  });

  it('are used for a background without a text colour only where the default text is readable', () => {
    const roles = new Set(all.flatMap(({ text, ground }) => (ground && !text ? [ground] : [])));
    const grounds = [...roles].filter((role) => !BARE.test(role));
    const unproven = grounds.filter((role) =>
      ['ink', 'ink-2', 'link'].some((text) => !isProven(text, role, TEXT)),
    );
    expect(unproven).toEqual([]);
  });

  it('of control borders and focus rings are visible on every background they are on', () => {
    const grounds: Role[] = [
      ...PAPERS,
      'brand-soft',
      'success-soft',
      'warning-soft',
      'danger-soft',
      'info-soft',
    ];
    for (const line of ['line-strong', 'focus'])
      expect(
        grounds.filter((ground) => !isProven(line, ground, 3)),
        line,
      ).toEqual([]);
  });
});
