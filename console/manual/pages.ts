/** Pages of the manual by title, in order; they are written in `docs/equipe` and built with the console. */
export const PAGES = {
  inicio: 'Primeiro dia e início',
  redacoes: 'Redações',
  documentos: 'Documentos',
  selecao: 'Provas, ENEM e entrevistas',
  inscricoes: 'Inscrições e pessoas',
  pagamentos: 'Pagamentos',
  catalogo: 'Catálogo',
  instituicao: 'Ajustes e marca',
  mensagens: 'Mensagens e integrações',
  equipe: 'Equipe e aprovações',
  privacidade: 'Privacidade',
  paineis: 'Painéis',
} as const;
export type PageName = keyof typeof PAGES;
export const isPage = (name: string): name is PageName => Object.hasOwn(PAGES, name);

const WRITTEN = import.meta.glob('../../docs/equipe/*.md', { query: '?raw', import: 'default' });

const PICTURES = import.meta.glob('../../docs/equipe/pictures/*.webp', { query: '?url', import: 'default' });

/** Size of every picture in the manual, so that nothing moves when one loads (`tools/manual-pictures.ts`). */
export const PICTURE = { width: 960, height: 600 } as const;

/** Address of a page's picture; loaded only for a page that is being read. */
export function pictureAddress(file: string): Promise<string> {
  const load = PICTURES[`../../docs/equipe/pictures/${file}`];
  return load ? load() : Promise.reject(new Error(`No picture ${file}`));
}

/** The Markdown of a page; each is a separate file of the build, loaded when it is read. */
export function writtenPage(name: PageName): Promise<string> {
  const load = WRITTEN[`../../docs/equipe/${name}.md`];
  return load ? load() : Promise.reject(new Error(`No page ${name}`));
}
