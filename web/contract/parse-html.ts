type Policy = { createHTML: (html: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy };

/** The one policy through which HTML text enters a parser; what it parses is only walked, never inserted. */
const policy: Policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  'orbita-html',
  { createHTML: (html) => html },
) ?? { createHTML: (html) => html };

/** Nodes of an HTML text in a document of its own: there no script runs and nothing is loaded. */
export const parseHtml = (html: string): ChildNode[] =>
  Array.from(new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body.childNodes);
