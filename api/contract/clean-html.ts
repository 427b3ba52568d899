import sanitizeHtml from 'sanitize-html';

/** Allowed elements of a contract: structure and emphasis, nothing that loads, links, runs or styles. */
const ELEMENTS = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
  ...['strong', 'b', 'em', 'i', 'u', 'sup', 'sub', 'small', 'span', 'div', 'section'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

/**
 * Removes everything but the elements above, so that a browser runs and loads nothing from the result (spec
 * 18).
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ELEMENTS,
    allowedAttributes: { th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title'],
  });
