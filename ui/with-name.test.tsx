import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WithName } from './with-name.tsx';

/** One element, whose words a button keeps together. */
const inOne = (words: string) => `<span class="with-name">${words}</span>`;

it('protects a name within a text from translation, but not the text', () => {
  const shown = renderToStaticMarkup(<WithName text={(name) => `Olá, ${name}!`} name="Rosa" />);
  expect(shown).toBe(inOne('Olá, <span translate="no">Rosa</span>!'));
});

it('protects it wherever it occurs in the text', () => {
  const shown = renderToStaticMarkup(
    <WithName text={(name) => `Chame ${name}: assina ${name}.`} name="Rosa" />,
  );
  const rosa = '<span translate="no">Rosa</span>';
  expect(shown).toBe(inOne(`Chame ${rosa}: assina ${rosa}.`));
});
