import { ATTENTIONS } from '@orbita/domain/payment';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AttentionMarks, attentionText } from './attention.tsx';

it('every payment mark has its own text', () => {
  const said = ATTENTIONS.map(attentionText);
  expect(new Set(said).size).toBe(ATTENTIONS.length);
  expect(said).not.toContain('Pede atenção');
});

it('an application shows each of its marks once, and an unknown one by its code', () => {
  const page = renderToStaticMarkup(
    <AttentionMarks of={{ attention: ['second-payment', 'later-code', 'toString'] }} />,
  );
  expect(page).toContain('Pago duas vezes');
  expect(page.match(/Pede atenção/g)).toHaveLength(1);
  expect(renderToStaticMarkup(<AttentionMarks of={{ attention: [] }} />)).toBe('');
});
