import sanitizeHtml from 'sanitize-html';

/** Elements of a contract: structure and emphasis, nothing that loads, links, runs or styles. */
const ELEMENTS = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
  ...['strong', 'b', 'em', 'i', 'u', 'sup', 'sub', 'small', 'span', 'div', 'section'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

/** The HTML with nothing but the elements above; what a browser shows of it runs and loads nothing (spec 18). */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ELEMENTS,
    allowedAttributes: { th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title'],
  });
