import { html, isObject, type Json, shapeHtml } from './docs-shape.ts';

export const DOCS_PATH = '/orbita/api/docs';

const APIS: readonly { name: string; title: string }[] = [
  { name: 'platform', title: 'Platform' },
  { name: 'candidate', title: 'Candidate' },
  { name: 'operations', title: 'Operations' },
];

/** Complete style of the page; the page runs no script and loads no resource. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--text:#1c1b1f;--muted:#55525c;--back:#fff;--card:#f6f5f8;--line:#d5d2db;--link:#0b57d0}
@media (prefers-color-scheme:dark){:root{--text:#eceaf0;--muted:#b3afbb;--back:#151419;--card:#1f1e25;--line:#3b3944;--link:#9cc1ff}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,nav{max-width:60rem;margin:0 auto;padding:1rem}
h1,h2,h3,h4{line-height:1.25;margin:1.5rem 0 .5rem}
h2{border-bottom:2px solid var(--line);padding-bottom:.25rem}
h4{font-size:1rem;margin-top:0}
h5{margin:.75rem 0 .25rem;font-size:.875rem;color:var(--muted)}
p{margin:.25rem 0}
a{color:var(--link)}
a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
article{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.75rem;margin:.75rem 0}
article:target{border-color:var(--link)}
code,pre{font:.875rem/1.5 ui-monospace,Menlo,Consolas,monospace}
pre{margin:0;white-space:pre-wrap}
pre i,.muted{color:var(--muted);font-style:normal}
ul{margin:.25rem 0;padding-left:1.25rem}
nav ul{list-style:none;padding:0;columns:19rem;column-gap:1.5rem}
nav li{break-inside:avoid;padding:.25rem 0}
summary{cursor:pointer;padding:.25rem 0}
.self{text-decoration:none}
`;

type Call = { method: string; path: string; section: string; operation: Json };

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const entries = (value: unknown): [string, Json][] =>
  Object.entries(objectOf(value)).map(([name, inner]) => [name, objectOf(inner)]);
const idOf = ({ operation }: Call): string => stringOf(operation.operationId);

const callsOf = (document: Json): Call[] =>
  entries(document.paths).flatMap(([path, operations]) =>
    entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      section: Array.isArray(operation.tags) ? String(operation.tags[0]) : '',
      operation,
    })),
  );

/** Describes who may make a call. */
function callerOf({ security, description, 'x-access-key': key }: Json): string {
  const kinds = Array.isArray(security) ? security.flatMap((one) => Object.keys(objectOf(one))) : [];
  if (kinds.includes('candidateToken'))
    return key ? 'A candidate, also with an access key to this application' : 'A candidate';
  if (kinds.includes('serviceToken')) return `The institution’s systems. ${stringOf(description)}`;
  if (kinds.includes('providerCertificate')) return 'A provider, by the secret of its address';
  return 'Anybody';
}

/** Escapes a text for HTML and marks up each `` `CODE` `` in it. */
const marked = (text: unknown): string => html(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function parameterHtml(document: Json, given: unknown): string {
  const ref = /^#\/components\/parameters\/(\w+)$/.exec(stringOf(objectOf(given).$ref))?.[1];
  const one = ref ? objectOf(objectOf(objectOf(document.components).parameters)[ref]) : objectOf(given);
  const must = one.required ? 'required' : 'optional';
  return `<li><code>${html(one.name)}</code> <span class="muted">${html(one.in)}, ${must}</span> <code>${shapeHtml(one.schema)}</code>${one.description ? ` ${marked(one.description)}` : ''}</li>`;
}

const contentHtml = (content: unknown): string =>
  entries(content)
    .map(([type, { schema, example }]) => {
      const shape = schema ? `<pre>${shapeHtml(schema)}</pre>` : '';
      const shown =
        example === undefined
          ? ''
          : `<details><summary>Example</summary><pre>${html(JSON.stringify(example, null, 2))}</pre></details>`;
      return `${type === 'application/json' ? '' : `<p><code>${html(type)}</code></p>`}${shape}${shown}`;
    })
    .join('');

/** Lists the refusals by status, each with its `CODE` and its text for people. */
function errorsHtml(responses: [string, Json][]): string {
  const codes = responses.flatMap(([status, { description }]) =>
    [...stringOf(description).matchAll(/`([A-Z][A-Z_]+)` ([^\n]*)/g)].map(
      ([, code, text]) =>
        `<li><code>${html(status)} ${html(code)}</code> <span lang="pt-BR">${html(text)}</span></li>`,
    ),
  );
  return codes.length === 0
    ? ''
    : `<details><summary>Errors (${codes.length})</summary><ul>${codes.join('')}</ul></details>`;
}

function callHtml(document: Json, call: Call): string {
  const { method, path, operation } = call;
  const id = html(idOf(call));
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  const body = objectOf(operation.requestBody);
  const responses = entries(operation.responses);
  const answers = responses
    .filter(([status, { description }]) => status < '400' || !stringOf(description).startsWith('`'))
    .map(
      ([status, { description, content }]) =>
        `<h5>Answer ${html(status)} – ${html(description)}</h5>${contentHtml(content)}`,
    );
  return `<article id="${id}">
<h4><code>${html(method)} /orbita/api${html(path)}</code> <a class="self" href="#${id}" aria-label="Link to ${html(`${method} ${path}`)}">#</a></h4>
<p>${html(operation.summary)}</p>
<p><span class="muted">Who:</span> ${marked(callerOf(operation))}</p>
${parameters.length > 0 ? `<details><summary>Parameters (${parameters.length})</summary><ul>${parameters.map((one) => parameterHtml(document, one)).join('')}</ul></details>` : ''}
${body.content ? `<h5>Body</h5>${contentHtml(body.content)}` : ''}
${answers.join('\n')}
${errorsHtml(responses)}
</article>`;
}

type Group = { api: (typeof APIS)[number]; sections: { name: string; about: string; calls: Call[] }[] };

function groupsOf(document: Json): Group[] {
  const calls = callsOf(document);
  const tags = Array.isArray(document.tags) ? document.tags.map(objectOf) : [];
  return APIS.map((api) => ({
    api,
    sections: tags
      .map((tag) => ({
        name: stringOf(tag.name),
        about: stringOf(tag.description),
        calls: calls.filter(({ path, section }) => section === tag.name && path.startsWith(`/${api.name}/`)),
      }))
      .filter((section) => section.calls.length > 0),
  }));
}

const contentsHtml = (groups: readonly Group[]): string =>
  groups
    .map(({ api, sections }) => {
      const links = sections
        .flatMap((section) => section.calls)
        .map(
          (call) =>
            `<li><a href="#${html(idOf(call))}"><code>${html(`${call.method} ${call.path}`)}</code></a></li>`,
        );
      return `<details><summary>${html(api.title)} (${links.length})</summary><ul>${links.join('')}</ul></details>`;
    })
    .join('\n');

const shapesHtml = (document: Json): string =>
  entries(objectOf(document.components).schemas)
    .map(
      ([name, schema]) =>
        `<article id="shape-${html(name)}"><h4><code>${html(name)}</code></h4>${schema.description ? `<p>${marked(schema.description)}</p>` : ''}<pre>${shapeHtml(schema)}</pre></article>`,
    )
    .join('\n');

/** Renders every call of an OpenAPI document on one HTML page, grouped by API and module. */
export function docsPage(document: Json): string {
  const info = objectOf(document.info);
  const groups = groupsOf(document);
  const sections = groups.map(
    ({ api, sections: own }) => `<h2 id="${api.name}">${html(api.title)}</h2>
${own.map(({ name, about, calls }) => `<section aria-labelledby="${api.name}-${html(name)}"><h3 id="${api.name}-${html(name)}">${html(about)}</h3>\n${calls.map((call) => callHtml(document, call)).join('\n')}</section>`).join('\n')}`,
  );
  const title = `${html(info.title)} – API ${html(info.version)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${DOCS_STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${marked(info.description)}</p>
<p><a href="${DOCS_PATH}/openapi.json">This description as OpenAPI ${html(document.openapi)} (JSON)</a></p>
</header>
<nav aria-label="Calls">
${contentsHtml(groups)}
<p><a href="#shapes">Shapes</a></p>
</nav>
<main>
${sections.join('\n')}
<h2 id="shapes">Shapes</h2>
${shapesHtml(document)}
</main>
</body>
</html>
`;
}
