import type { World } from '../world.ts';
import { html, type Markup } from './html.ts';
import type { Section } from './layout.ts';
import { listMarkup } from './list-markup.ts';
import { listOperations } from './operations.ts';

interface Essay {
  id: number;
  course?: string;
  attempt?: number;
  theme?: string | { title?: string };
  title?: string | null;
  essay?: string | null;
  wordCount?: number;
}

export interface SentDocument {
  id: number;
  subscriptionId: number;
  name: string;
  files?: { fileId: number; name: string }[];
}

interface Subscription {
  id: number;
  personName?: string;
  courseName?: string;
  studentLyceumId?: string | null;
}

const REASONS: [string, string][] = [
  ['unreadable', 'Documento ilegível'],
  ['file-error', 'Arquivo com erro'],
  ['wrong-file', 'Arquivo incorreto'],
  ['missing-information', 'Informações incompletas'],
  ['other', 'Outro (explique na observação)'],
];

const themeText = (theme: Essay['theme']): string =>
  typeof theme === 'string' ? theme : (theme?.title ?? '');

const essayCard = (essay: Essay, tenant: string): Markup => html`
  <li class="card">
    <div><h3>${essay.title || 'Sem título'}</h3>
      <p class="meta">Redação ${essay.id} · ${essay.course} · tentativa ${essay.attempt} · ${essay.wordCount} palavras</p>
      <p class="meta">Tema: ${themeText(essay.theme)}</p></div>
    <details><summary>Ler a redação</summary><p class="essay">${essay.essay}</p></details>
    <form class="fields" method="post" action="/sandbox/essays/${essay.id}/grade?tenant=${tenant}">
      <label class="field"><span>Nota (0 a 1000)</span>
        <input type="number" name="score" min="0" max="1000" value="720" required></label>
      <label class="field"><span>Comentário</span><textarea name="feedback">Bom texto.</textarea></label>
      <label class="check"><input type="checkbox" name="hasPlagiarism" value="1">Há plágio</label>
      <div><button class="main">Dar a nota</button></div>
    </form>
  </li>`;

/** Essays that wait for a grade. */
export async function essaySection({ product }: World, tenant: string): Promise<Section> {
  const essays = await listOperations<Essay>(product, tenant, '/essays?state=finished');
  return {
    id: 'redacoes',
    title: 'Redações para corrigir',
    lead: 'A nota segue pela API de operações, como a da banca.',
    body: listMarkup(essays, 'Nenhuma redação para corrigir.', (essay) => essayCard(essay, tenant)),
  };
}

const documentCard = (document: SentDocument, tenant: string): Markup => html`
  <li class="card">
    <div><h3>${document.name}</h3>
      <p class="meta">Documento ${document.id} · inscrição ${document.subscriptionId}</p></div>
    <p>${(document.files ?? []).map(
      ({ fileId, name }) => html`<a href="/sandbox/document-files/${fileId}?tenant=${tenant}">${name}</a> `,
    )}</p>
    <form class="fields" method="post" action="/sandbox/documents/${document.id}/review?tenant=${tenant}">
      <div><button class="main" name="decision" value="approved">Aprovar</button></div>
      <details><summary>Recusar</summary><div class="fields">
        <label class="field"><span>Motivo</span><select name="reason">${REASONS.map(
          ([code, label]) => html`<option value="${code}">${label}</option>`,
        )}</select></label>
        <label class="field"><span>Observação (opcional)</span><input name="note"></label>
        <div><button name="decision" value="rejected">Recusar documento</button></div>
      </div></details>
    </form>
  </li>`;

const approveAll = (tenant: string): Markup =>
  html`<form method="post" action="/sandbox/documents/approve-all?tenant=${tenant}">
    <p><button>Aprovar todos</button></p></form>`;

/** Documents that wait for a decision. */
export async function documentSection({ product }: World, tenant: string): Promise<Section> {
  const documents = await listOperations<SentDocument>(product, tenant, '/documents?state=sent');
  const several = documents.ok && documents.data.length > 0;
  return {
    id: 'documentos',
    title: 'Documentos para conferir',
    lead: 'Arquivos já verificados que esperam a secretaria.',
    body: html`${several ? approveAll(tenant) : ''}${listMarkup(
      documents,
      'Nenhum documento para conferir.',
      (one) => documentCard(one, tenant),
    )}`,
  };
}

const studentCard = (subscription: Subscription, tenant: string): Markup => html`
  <li class="card">
    <div><h3>${subscription.personName ?? `Inscrição ${subscription.id}`}</h3>
      <p class="meta">Inscrição ${subscription.id} · ${subscription.courseName}</p></div>
    ${
      subscription.studentLyceumId
        ? html`<p>Número de matrícula: <strong>${subscription.studentLyceumId}</strong></p>`
        : html`<form class="row" method="post" action="/sandbox/subscriptions/${subscription.id}/student?tenant=${tenant}">
            <label class="field"><span>Número de matrícula</span>
              <input name="studentLyceumId" value="2026${String(subscription.id).padStart(4, '0')}" required></label>
            <button class="main">Entregar número</button></form>`
    }
  </li>`;

/** Enrolled candidates and their student numbers. */
export async function studentSection({ product }: World, tenant: string): Promise<Section> {
  const enrolled = await listOperations<Subscription>(product, tenant, '/subscriptions?state=7');
  return {
    id: 'matricula',
    title: 'Número de matrícula',
    lead: 'O sistema acadêmico entrega o número a quem concluiu a matrícula.',
    body: listMarkup(enrolled, 'Ninguém concluiu a matrícula ainda.', (one) => studentCard(one, tenant)),
  };
}
