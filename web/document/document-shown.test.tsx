import { DocumentRow } from '@orbita/ui/document-row';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { lookOf, refusalOf } from './document-shown.tsx';
import type { RequiredDocument } from './queries.ts';

const paper = (more: Partial<RequiredDocument>): RequiredDocument => ({
  documentId: 1,
  name: 'CPF',
  help: '',
  required: true,
  stage: 'enrollment',
  state: 'pending',
  acceptedFormats: ['pdf', 'jpeg'],
  rejection: null,
  files: [],
  cover: null,
  reusable: null,
  ...more,
});
const cover = { documentId: 2, label: 'Meu CPF consta no documento de identidade', chosen: true };

describe('a document row', () => {
  it.each([
    ['to be sent', {}, 'todo'],
    ['sent', { state: 'sent' }, 'waiting'],
    ['approved', { state: 'approved' }, 'done'],
    ['waived', { state: 'waived' }, 'done'],
    ['refused', { state: 'rejected' }, 'refused'],
    ['that another one covers', { cover }, 'done'],
    ['refused, and covered by another one now', { cover, state: 'rejected' }, 'done'],
    ['that another one could cover', { cover: { ...cover, chosen: false } }, 'todo'],
  ] as const)('%s', (_what, more, look) => {
    expect(lookOf(paper(more as Partial<RequiredDocument>))).toBe(look);
  });

  it('shows why it was refused, while it is', () => {
    const rejection = { reason: 'unreadable', note: 'A segunda página está escura.' } as const;
    expect(refusalOf(paper({ state: 'rejected', rejection }))).toBe(
      'Recusado · Documento ilegível “A segunda página está escura.”',
    );
    const other = { reason: 'other', note: 'Falta o verso.' } as const;
    expect(refusalOf(paper({ state: 'rejected', rejection: other }))).toBe(
      'Recusado · Outro: Falta o verso.',
    );
    expect(refusalOf(paper({ state: 'sent', rejection }))).toBeUndefined();
  });

  const drawn = (open: boolean) =>
    renderToStaticMarkup(
      <DocumentRow name="CPF" look="todo" act="Enviar" open={open} onToggle={() => undefined}>
        <p>Cartão ou comprovante</p>
      </DocumentRow>,
    );

  it('keeps its collapsed content on the page', () => {
    expect(drawn(false)).toContain('aria-expanded="false"');
    expect(drawn(false)).toMatch(/hidden=""><p>Cartão/);
    expect(drawn(true)).toContain('aria-expanded="true"');
    expect(drawn(true)).not.toContain('hidden=""');
  });

  it('is not a button where there is nothing inside', () => {
    const html = renderToStaticMarkup(<DocumentRow name="CPF" look="done" word="Dispensado" open={false} />);
    expect(html).not.toContain('<button');
    expect(html).toContain('Dispensado');
  });
});
