import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WithName } from './with-name.tsx';

it('keeps a name in a text from translation, the text itself not', () => {
  const shown = renderToStaticMarkup(<WithName text={(name) => `Olá, ${name}!`} name="Rosa" />);
  expect(shown).toBe('Olá, <span translate="no">Rosa</span>!');
});

it('keeps it from translation wherever the text says it', () => {
  const shown = renderToStaticMarkup(
    <WithName text={(name) => `Chame ${name}: assina ${name}.`} name="Rosa" />,
  );
  const rosa = '<span translate="no">Rosa</span>';
  expect(shown).toBe(`Chame ${rosa}: assina ${rosa}.`);
});
