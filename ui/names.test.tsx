import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FileActions } from '../web/document/file-actions.tsx';
import { Choice, Choices } from './choice.tsx';
import { CourseCard } from './course-card.tsx';
import { Filters } from './filters.tsx';
import { IconLink } from './icon-button.tsx';
import { ArrowLeftIcon } from './icons/arrow-left.tsx';
import { PasswordInput } from './password-input.tsx';

const words = (html: string): string[] => html.split(/<[^>]*>/).filter((text) => text.trim() !== '');
/** Text of the element an `aria-labelledby` names. */
const labelOf = (html: string): string | undefined => {
  const id = /aria-labelledby="([^"]+)"/.exec(html)?.[1];
  return new RegExp(`id="${id}"[^>]*>([^<]*)`).exec(html)?.[1];
};

describe('accessible names that distinguish elements', () => {
  it('of file actions include the document, because files often have the same name', () => {
    const file = { fileId: 1, name: 'doc.pdf', scan: 'clean' } as Parameters<typeof FileActions>[0]['file'];
    const html = renderToStaticMarkup(
      <FileActions file={file} of="Histórico escolar" onRemoved={async () => undefined} />,
    );
    const names = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map((found) =>
      words(found[1] ?? '').join(''),
    );
    expect(names).toEqual([
      'Ver doc.pdf de Histórico escolar',
      'Baixar doc.pdf de Histórico escolar',
      'Remover doc.pdf de Histórico escolar',
    ]);
  });

  it('of cards are their headings', () => {
    expect(labelOf(renderToStaticMarkup(<CourseCard title="Administração" meta={[]} action="" />))).toBe(
      'Administração',
    );
  });

  it('of an icon link are a text repeated by its tooltip, not the tooltip', () => {
    const link = <IconLink icon={ArrowLeftIcon} label="Voltar" title="Voltar" href="/" />;
    const html = renderToStaticMarkup(link);
    expect(words(html)).toEqual(['Voltar']);
    expect(html).not.toContain('aria-label');
  });

  it('of buttons that show a password say which one', () => {
    const button = (html: string) => words(html).join('');
    expect(button(renderToStaticMarkup(<PasswordInput />))).toBe('Mostrar senha');
    expect(button(renderToStaticMarkup(<PasswordInput what="senha atual" />))).toBe('Mostrar senha atual');
  });

  it('of a group are a legend, which is a heading where it looks like one', () => {
    const choices = (hidden: boolean) =>
      renderToStaticMarkup(
        <Choices legend="Por onde?" legendHidden={hidden}>
          <Choice title="E-mail" />
        </Choices>,
      );
    expect(choices(false)).toMatch(/<legend[^>]*><h2>Por onde\?<\/h2><\/legend>/);
    expect(choices(true)).toMatch(/<legend class="visually-hidden">Por onde\?<\/legend>/);
    expect(renderToStaticMarkup(<Filters label="Tipo">x</Filters>)).toMatch(/<legend[^>]*>Tipo<\/legend>/);
  });
});
