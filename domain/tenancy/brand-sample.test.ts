import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BRAND_SAMPLE, sampleBrandOf } from './index.ts';

const colours = { primary: '#982439', secondary: '#FFD400', link: '#2457d6' };
const message = { type: BRAND_SAMPLE, ...colours };

it('accepts colours, and a picture as data (spec 25.14)', () => {
  expect(sampleBrandOf(message)).toEqual(colours);
  const logos = { logoSmall: 'data:image/svg+xml;base64,PHN2Zy8+', logoLarge: 'data:image/png;base64,AAAA' };
  expect(sampleBrandOf({ ...message, ...logos })).toEqual({ ...colours, ...logos });
});

it.each([
  ['nothing', undefined],
  ['a text', 'orbita-amostra'],
  ['another message', { ...message, type: 'webpackHotUpdate' }],
  ['a colour that is none', { ...message, link: 'red;background:url(//a.test)' }],
  ['a missing colour', { type: BRAND_SAMPLE, primary: '#982439' }],
  ['a picture elsewhere', { ...message, logoLarge: 'https://a.test/logo.png' }],
  ['a page as a picture', { ...message, logoSmall: 'data:text/html;base64,PGI+' }],
  ['a picture that is no base64', { ...message, logoSmall: 'data:image/png;base64,a"onerror=' }],
  ['a picture without end', { ...message, logoSmall: `data:image/png;base64,${'A'.repeat(1_000_000)}` }],
])('refuses %s', (_, given) => {
  expect(sampleBrandOf(given)).toBeUndefined();
});

it('never throws, whatever another window sends', () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      const brand = sampleBrandOf(given);
      expect(brand === undefined || brand.primary.length === 7).toBe(true);
    }),
  );
});
