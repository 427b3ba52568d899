import { entryOf } from '@orbita/domain/foundation';
import sanitizeHtml from 'sanitize-html';
import { LIST_TYPES, type ListType } from './list-marks.ts';

/** Allowed elements of a contract: structure and emphasis, nothing that loads, links, executes or styles. */
const ELEMENTS = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
  ...['strong', 'b', 'em', 'i', 'u', 'sup', 'sub', 'small', 'span', 'div', 'section'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

const of = (name: string, names: string) => Object.fromEntries(names.split(' ').map((one) => [one, name]));
/** Elements that are replaced by an equivalent allowed one, so that their text does not run into its neighbours. */
const SAME: Readonly<Record<string, string>> = {
  ...of(
    'div',
    'article main header footer address center figure figcaption fieldset legend nav aside details summary dialog hgroup search pre listing',
  ),
  ...of('h4', 'h5 h6'),
  ...of('ul', 'menu dir'),
  ...of('u', 'ins'),
  ...of('em', 'cite dfn var'),
};

/** Spans that browsers accept, and scopes of table headings. */
const SPAN = /^[1-9]\d{0,2}$/;
const SCOPES = ['row', 'col', 'rowgroup', 'colgroup'];

/** Attributes hold nothing else, so that no placeholder of a contract text ends up inside a tag. */
const ofCell = (tagName: string, { colspan, rowspan, scope }: sanitizeHtml.Attributes): sanitizeHtml.Tag => ({
  tagName,
  attribs: {
    ...(SPAN.test(colspan ?? '') ? { colspan: colspan as string } : {}),
    ...(SPAN.test(rowspan ?? '') ? { rowspan: rowspan as string } : {}),
    ...(SCOPES.includes(scope ?? '') ? { scope: scope as string } : {}),
  },
});

const NUMBER = /^-?\d{1,6}$/;
const STYLES: Readonly<Record<string, ListType>> = {
  ...{ decimal: '1', 'lower-alpha': 'a', 'lower-latin': 'a', 'upper-alpha': 'A', 'upper-latin': 'A' },
  ...{ 'lower-roman': 'i', 'upper-roman': 'I' },
};
const LIST_STYLE = /list-style(?:-type)?\s{0,9}:\s{0,9}([a-z-]{1,20})/i;

const typeOf = ({ type = '', style = '' }: sanitizeHtml.Attributes): ListType | undefined =>
  entryOf(STYLES, LIST_STYLE.exec(style)?.[1]?.toLowerCase() ?? '') ?? LIST_TYPES.find((one) => one === type);

/** Numbering is part of a contract's wording: where a list starts, how it counts, and items with their own number. */
const ofList = (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
  const { start, value, reversed } = attribs;
  const type = typeOf(attribs);
  return {
    tagName,
    attribs: {
      ...(type ? { type } : {}),
      ...(tagName === 'ol' && NUMBER.test(start ?? '') ? { start: start as string } : {}),
      ...(tagName === 'ol' && reversed !== undefined ? { reversed: '' } : {}),
      ...(tagName === 'li' && NUMBER.test(value ?? '') ? { value: value as string } : {}),
    },
  };
};

/**
 * Removes everything except the elements above, so that a browser neither executes nor loads anything from the result (spec 18).
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ELEMENTS,
    allowedAttributes: {
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      ol: ['type', 'start', 'reversed'],
      li: ['type', 'value'],
    },
    transformTags: { ...SAME, td: ofCell, th: ofCell, ol: ofList, li: ofList },
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title'],
  });
