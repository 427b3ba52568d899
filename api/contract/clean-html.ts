import sanitizeHtml from 'sanitize-html';

/** Allowed elements of a contract: structure and emphasis, nothing that loads, links, runs or styles. */
const ELEMENTS = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
  ...['strong', 'b', 'em', 'i', 'u', 'sup', 'sub', 'small', 'span', 'div', 'section'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

/** Spans that a browser heeds, and what a heading of a table is for. */
const SPAN = /^[1-9]\d{0,2}$/;
const SCOPES = ['row', 'col', 'rowgroup', 'colgroup'];

/** Attributes hold nothing else, so that no field of a contract text stands inside a tag. */
const ofCell = (tagName: string, { colspan, rowspan, scope }: sanitizeHtml.Attributes): sanitizeHtml.Tag => ({
  tagName,
  attribs: {
    ...(SPAN.test(colspan ?? '') ? { colspan: colspan as string } : {}),
    ...(SPAN.test(rowspan ?? '') ? { rowspan: rowspan as string } : {}),
    ...(SCOPES.includes(scope ?? '') ? { scope: scope as string } : {}),
  },
});

/**
 * Removes everything but the elements above, so that a browser runs and loads nothing from the result (spec
 * 18).
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ELEMENTS,
    allowedAttributes: { th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
    transformTags: { td: ofCell, th: ofCell },
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title'],
  });
