import { html, type Markup } from './html.ts';

/** Result of an act, shown once in its section. */
export interface Notice {
  good: boolean;
  text: string;
}

export interface Section {
  id: string;
  title: string;
  lead: string;
  body: Markup;
}

export interface PageView {
  tenant: string;
  tenants: string[];
  clock: string | null;
  notice: { section: string; notice: Notice } | null;
  sections: Section[];
}

const noticeMarkup = (notice: Notice): Markup =>
  html`<p class="notice ${notice.good ? 'notice--good' : 'notice--bad'}" role="status">${notice.text}</p>`;

const tenantSwitch = ({ tenant, tenants }: PageView): Markup => html`
  <nav class="tenants" aria-label="Instituição">
    ${tenants.map(
      (alias) =>
        html`<a href="/sandbox?tenant=${alias}" ${alias === tenant ? html`aria-current="page"` : ''}>${alias}</a>`,
    )}
  </nav>`;

const sectionMarkup = ({ id, title, lead, body }: Section, last: PageView['notice']): Markup => html`
  <section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <p class="lead">${lead}</p>
    ${last?.section === id ? noticeMarkup(last.notice) : ''}
    <div data-live="${id}">${body}</div>
  </section>`;

const frame = (title: string, content: Markup): string =>
  html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/page.css">
<script src="/sandbox/page.js" defer></script>
</head>
<body>${content}</body>
</html>`.markup;

/** The whole page. */
export const pageMarkup = (view: PageView): string =>
  frame(
    'Sandbox · Órbita Candidato',
    html`
<header>
  <div class="inner">
    <p class="brand"><span class="planet" aria-hidden="true"></span>Sandbox</p>
    ${tenantSwitch(view)}
  </div>
</header>
<main class="inner">
  <h1>O mundo lá fora</h1>
  <p class="lead">Aqui você é o banco, o correio e os outros sistemas. Nada sai desta máquina.
    <span data-live="clock">${view.clock ? `Relógio de teste: ${view.clock}.` : ''}</span></p>
  <nav class="index" aria-label="Nesta página">
    ${view.sections.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}
  </nav>
  ${view.sections.map((section) => sectionMarkup(section, view.notice))}
</main>`,
  );

/** A page for a single item, with a way back. */
export const singleMarkup = (title: string, back: string, content: Markup): string =>
  frame(
    `${title} · Sandbox`,
    html`
<header><div class="inner"><p class="brand"><span class="planet" aria-hidden="true"></span>Sandbox</p></div></header>
<main class="inner"><p><a class="back" href="${back}">Voltar</a></p><h1>${title}</h1>${content}</main>`,
  );

/** Text for an empty list (`emptyMarkup`) or an unreachable one (`troubleMarkup`). */
export const emptyMarkup = (text: string): Markup => html`<p class="empty">${text}</p>`;
export const troubleMarkup = (text: string): Markup => html`<p class="notice notice--bad">${text}</p>`;
