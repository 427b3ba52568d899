import { ATTENTIONS } from '@orbita/domain/payment';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AttentionMarks, attentionText } from './attention.tsx';

it('every reason to look at money has words of its own', () => {
  const said = ATTENTIONS.map(attentionText);
  expect(new Set(said).size).toBe(ATTENTIONS.length);
  expect(said).not.toContain('Pede atenção');
});

it('an application shows each of its reasons once, and one it does not know as what it is', () => {
  const page = renderToStaticMarkup(
    <AttentionMarks of={{ attention: ['second-payment', 'later-code', 'toString'] }} />,
  );
  expect(page).toContain('Pago duas vezes');
  expect(page.match(/Pede atenção/g)).toHaveLength(1);
  expect(renderToStaticMarkup(<AttentionMarks of={{ attention: [] }} />)).toBe('');
});
