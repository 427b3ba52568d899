/** Allowed drawing elements: everything not listed here is refused. */
const ELEMENTS = new Set(
  (
    'svg g path circle ellipse rect line polyline polygon text tspan title desc defs symbol use ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'xmlns xmlns:xlink version viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d dx dy points transform id ' +
    'class style role textLength lengthAdjust aria-label aria-hidden aria-labelledby focusable lang xml:space preserveAspectRatio pathLength ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin ' +
    'stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color offset stop-color stop-opacity ' +
    'gradientUnits gradientTransform spreadMethod clip-path clip-rule clipPathUnits mask maskUnits ' +
    'maskContentUnits patternUnits patternContentUnits patternTransform font-family font-size font-weight ' +
    'font-style letter-spacing word-spacing text-anchor dominant-baseline vector-effect shape-rendering ' +
    'display visibility href xlink:href'
  ).split(' '),
);
const NAMESPACES = new Set(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink']);

const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g;
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

/** True for a value that references nothing outside the picture: no address but `#id`, no escapes that could hide one. */
function isPlainValue(name: string, value: string): boolean {
  if (name.startsWith('xmlns')) return NAMESPACES.has(value);
  if (name === 'href' || name === 'xlink:href') return /^#[\w.-]+$/.test(value);
  if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(value) || value.includes('\\')) return false;
  return !/url\s*\(\s*(?!#[\w.-]+\s*\))|(?:javascript|data|https?):|expression\s*\(/i.test(value);
}

const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
};

/** Start of the drawing itself: after a byte order mark, whitespace, the XML declaration and comments. */
function startOf(text: string): number {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (text.startsWith('<?xml', at)) at = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at);
    else return at;
  }
}

/** True if the first element of a text is `svg`. */
export const isSvg = (text: string): boolean => /^<svg[\s>]/i.test(text.slice(startOf(text)).slice(0, 5));

/** An unclosed comment is kept, so that its `<` is refused as an invalid tag. */
function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('<!--');
  let left = first;
  for (const [at, part] of others.entries()) {
    const end = part.indexOf('-->');
    if (end < 0) return `${left}<!--${others.slice(at).join('<!--')}`;
    left += part.slice(end + 3);
  }
  return left;
}

/** Far above any logo. A browser draws a reused element as often as it is used. */
const MOST_ELEMENTS = 3_000;
const MOST_LEVELS = 50;
const MOST_REPEATING = 20;
const REPEATING = new Set(['use', 'pattern', 'mask']);

/** Counts what a drawing consists of; `add` returns the reason for refusal, if any. */
class Extent {
  #elements = 0;
  #levels = 0;
  #repeating = 0;
  add(element: string, closing: boolean, empty: boolean): string | undefined {
    if (closing) this.#levels -= 1;
    else {
      this.#elements += 1;
      if (!empty) this.#levels += 1;
      if (REPEATING.has(element)) this.#repeating += 1;
    }
    if (this.#elements > MOST_ELEMENTS)
      return `tem mais de ${MOST_ELEMENTS} elementos; simplifique o desenho`;
    if (this.#levels > MOST_LEVELS) return `tem mais de ${MOST_LEVELS} elementos um dentro do outro`;
    if (this.#repeating > MOST_REPEATING)
      return `tem mais de ${MOST_REPEATING} elementos use, pattern e mask`;
    return undefined;
  }
}

/**
 * The first forbidden part of an SVG logo (spec 17.4, security T10), or undefined. The picture is served from our own origin,
 * so it is checked against an allowlist rather than a list of forbidden parts.
 */
export function svgProblem(text: string): string | undefined {
  const drawing = withoutComments(text.slice(startOf(text)));
  const extent = new Extent();
  let rest = '';
  let last = 0;
  for (const found of drawing.matchAll(TAG)) {
    const [whole, closing, element = '', attributes = ''] = found;
    rest += drawing.slice(last, found.index);
    last = found.index + whole.length;
    if (!ELEMENTS.has(element)) return `must not contain the element ${element}`;
    const tooMuch = extent.add(element, closing !== '', whole.endsWith('/>'));
    if (tooMuch) return tooMuch;
    if (closing) continue;
    for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
      if (!ATTRIBUTES.has(name)) return `must not contain the attribute ${name}`;
      if (!isPlainValue(name, double ?? single ?? '')) return `must not refer to anything in ${name}`;
    }
  }
  rest += drawing.slice(last);
  // Anything that is neither a known tag nor plain text: DOCTYPE, CDATA, processing instructions, broken tags.
  return /[<]|&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(rest) ? 'must be a plain drawing' : undefined;
}
