import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WithName } from './with-name.tsx';

it('protects a name within a text from translation, but not the text', () => {
  const shown = renderToStaticMarkup(<WithName text={(name) => `Olá, ${name}!`} name="Rosa" />);
  expect(shown).toBe('Olá, <span translate="no">Rosa</span>!');
});

it('protects it wherever it occurs in the text', () => {
  const shown = renderToStaticMarkup(
    <WithName text={(name) => `Chame ${name}: assina ${name}.`} name="Rosa" />,
  );
  const rosa = '<span translate="no">Rosa</span>';
  expect(shown).toBe(`Chame ${rosa}: assina ${rosa}.`);
});
