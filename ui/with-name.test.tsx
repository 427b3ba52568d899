import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WithName } from './with-name.tsx';

it('keeps a name in a text from translation, the text itself not', () => {
  const shown = renderToStaticMarkup(<WithName text={(name) => `Olá, ${name}!`} name="Rosa" />);
  expect(shown).toBe('Olá, <span translate="no">Rosa</span>!');
});
