import { describe, expect, it } from 'vitest';
import {
  hexColour,
  isHexColour,
  isSafeLink,
  isThemeImagePath,
  PARAMETERS,
  type Parameter,
  parameterProblem,
  resolveParameter,
  themeProblems,
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
  it.each(['javascript:alert(1)', 'http://x.test', 'data:text/html,x', '//x.test', 'https://a:b@x.test'])(
    'refuses the link %s',
    (value) => {
      expect(isSafeLink(value)).toBe(false);
    },
  );
  it('accepts https, mail and telephone links', () => {
    expect(['https://x.test/p', 'mailto:a@x.test', 'tel:+5531900000000'].every(isSafeLink)).toBe(true);
  });
  it.each([
    ['alfa/s.svg', true],
    ['../s.svg', false],
    ['/etc/s.svg', false],
    ['alfa/s.html', false],
    ['a"b.png', false],
  ])('judges the image path %s', (path, good) => {
    expect(isThemeImagePath(path)).toBe(good);
  });
  it('lists the problems of a theme by field', () => {
    expect(
      themeProblems({ primary: 'red', logoSmall: 'x.exe', link: '#123456' }).map((p) => p.field),
    ).toEqual(['primary', 'logoSmall']);
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
  it('takes the most specific level', () => {
    const levels = {
      offer: { EssayMinWords: 100 },
      institution: { EssayMinWords: 120, AllowPoleUpdate: true },
      tenant: { AllowPoleUpdate: false },
    };
    expect(resolveParameter('EssayMinWords', levels)).toBe(100);
    expect(resolveParameter('AllowPoleUpdate', levels)).toBe(true);
    expect(resolveParameter('EssayMaxWords', levels)).toBe(600);
  });
  it('passes over a value that is not acceptable', () => {
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
  it('names catalogue problems', () => {
    expect(parameterProblem('EssayTimeMinutes', 'x')).toContain('EssayTimeMinutes');
    expect(parameterProblem('Nope', 1)).toContain('unknown');
    expect(parameterProblem('EssayTimeMinutes', 45)).toBeUndefined();
  });
});
