type Policy = { createHTML: (html: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy };

/** Trusted Types policy for parsing HTML; the parsed nodes are only read, never inserted into the page. */
const policy: Policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  'orbita-html',
  { createHTML: (html) => html },
) ?? { createHTML: (html) => html };

/** Parses HTML in a separate document, in which no script runs and nothing is loaded. */
export const parseHtml = (html: string): ChildNode[] =>
  Array.from(new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body.childNodes);
