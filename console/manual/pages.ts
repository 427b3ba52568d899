/** Pages of the manual by their titles, in their order; they are written in `docs/equipe` and built with the console. */
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

/** Size of every picture of the manual, so that nothing moves when it comes (`tools/manual-pictures.ts`). */
export const PICTURE = { width: 960, height: 600 } as const;

/** Address of a picture of a page; only a page that is read asks for it. */
export function pictureAddress(file: string): Promise<string> {
  const load = PICTURES[`../../docs/equipe/pictures/${file}`];
  return load ? load() : Promise.reject(new Error(`No picture ${file}`));
}

/** A page as it is written; each is a file of the build that comes when it is read. */
export function writtenPage(name: PageName): Promise<string> {
  const load = WRITTEN[`../../docs/equipe/${name}.md`];
  return load ? load() : Promise.reject(new Error(`No page ${name}`));
}
