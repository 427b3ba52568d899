/** Markup that is already escaped. */
export interface Markup {
  readonly markup: string;
}

type Value = Markup | string | number | null | undefined | false | Value[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const render = (value: Value): string => {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  if (typeof value === 'object') return value.markup;
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
};

/** Template tag: every value is escaped unless it is markup itself. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup => ({
  markup: parts.map((part, n) => (n === 0 ? part : render(values[n - 1]) + part)).join(''),
});
