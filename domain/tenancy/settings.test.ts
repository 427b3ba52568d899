import { describe, expect, it } from 'vitest';
import {
  hexColour,
  isHexColour,
  isThemeImagePath,
  PARAMETERS,
  type Parameter,
  parameterProblem,
  resolveParameter,
  themeImageType,
} from './index.ts';

describe('theme values', () => {
  it.each(['#fff', '#982439', '#ABCDEF'])('accepts the colour %s', (value) => {
    expect(isHexColour(value)).toBe(true);
  });
  it.each(['red', '#12', '#12345678', 'rgb(0,0,0)', '#fff;}body{display:none', '', 'url(x)'])(
    'refuses the colour %s',
    (value) => {
      expect(isHexColour(value)).toBe(false);
      expect(hexColour(value, '#982439')).toBe('#982439');
    },
  );
  it.each([
    ['alfa/s.svg', true],
    ['../s.svg', false],
    ['/etc/s.svg', false],
    ['alfa/s.html', false],
    ['a"b.png', false],
  ])('judges the image path %s', (path, good) => {
    expect(isThemeImagePath(path)).toBe(good);
  });
  it('stores a colour for the style sheet in lower case', () => {
    expect([hexColour('#ABCDEF', '#000'), hexColour(undefined, '#000'), hexColour(null, '#000')]).toEqual([
      ...['#abcdef', '#000', '#000'],
    ]);
  });
  it.each(['x#fff', '#ffff', '#fffffff', '#ggg', ' #fff', '#fff\n;'])('refuses the colour %j', (value) => {
    expect(isHexColour(value)).toBe(false);
  });
  it.each([
    ['logo.svg', 'image/svg+xml'],
    ['a/logo.PNG', 'image/png'],
    ['logo.jpg', 'image/jpeg'],
    ['logo.min.jpeg', 'image/jpeg'],
    ['logo.webp', 'image/webp'],
    ['favicon.ico', 'image/x-icon'],
    ['logo.gif', undefined],
    ['logo', undefined],
  ])('serves %s as %s', (path, type) => {
    expect(themeImageType(path)).toBe(type);
    expect(isThemeImagePath(path)).toBe(type !== undefined);
  });
  it.each([
    'a..b.svg',
    'a/../b.svg',
    'a//b.svg',
    'a/.b.svg',
    '.a.svg',
    'a/b.svg/',
    'a b.svg',
    'x/ü.svg',
    'á.svg',
  ])('refuses the image path %s', (path) => {
    expect(isThemeImagePath(path)).toBe(false);
  });
  it.each(['0.svg', 'Z9/a_b-c.1.svg', 'a/b/c.svg', 'AB/CD.svg'])('accepts the image path %s', (path) => {
    expect(isThemeImagePath(path)).toBe(true);
  });
});

describe('parameters', () => {
  it.each(Object.entries(PARAMETERS as unknown as Record<string, Parameter>))(
    'has an acceptable default for %s',
    (_name, { fallback, parse, type }) => {
      if (fallback === '' || type === 'money') return;
      expect(parse(fallback)).toEqual(fallback);
    },
  );
  it('uses the most specific level', () => {
    const levels = {
      offer: { EssayMinWords: 100 },
      institution: { EssayMinWords: 120, AllowPoleUpdate: true },
      tenant: { AllowPoleUpdate: false },
    };
    expect(resolveParameter('EssayMinWords', levels)).toBe(100);
    expect(resolveParameter('AllowPoleUpdate', levels)).toBe(true);
    expect(resolveParameter('EssayMaxWords', levels)).toBe(600);
  });
  it('ignores an invalid value', () => {
    expect(resolveParameter('InstallmentDueDay', { institution: { InstallmentDueDay: 31 } })).toBe(10);
  });
  it('reads money in BRL and gives cents', () => {
    expect(resolveParameter('MinInstallmentAmount', { institution: { MinInstallmentAmount: 75.5 } })).toBe(
      7550,
    );
    expect(resolveParameter('MinInstallmentAmount', {})).toBe(5000);
  });
  it('completes payment settings with the defaults', () => {
    const settings = resolveParameter('PaymentSettings', {
      institution: { PaymentSettings: { slip: false } },
    });
    expect(settings).toMatchObject({
      slip: false,
      creditCard: true,
      automaticPix: false,
      variant: 'onlySubscription',
    });
  });
  it('reports catalogue problems', () => {
    expect(parameterProblem('EssayTimeMinutes', 'x')).toContain('EssayTimeMinutes');
    expect(parameterProblem('Nope', 1)).toContain('unknown');
    expect(parameterProblem('EssayTimeMinutes', 45)).toBeUndefined();
  });
});
