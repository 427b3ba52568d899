import { filled, holesOf, isNamed, TEMPLATES, type Template } from './templates.ts';

/** An error of the Graph API. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: number;
  readonly details: string;

  constructor(status: number, code: number, title: string, details: string) {
    super(`(#${code}) ${title}`);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const wrong = (details: string) => new GraphError(400, 100, 'Invalid parameter', details);

interface Parameter {
  type?: unknown;
  text?: unknown;
  parameter_name?: unknown;
}
interface Component {
  type?: unknown;
  sub_type?: unknown;
  index?: unknown;
  parameters?: Parameter[];
}
export interface TemplateOrder {
  name?: unknown;
  language?: { code?: unknown };
  components?: Component[];
}

const MOST_CODE = 15;
const MOST_BODY = 1_024;

/** Text of a parameter: one line, without tabs and without more than four consecutive spaces. */
function textOf({ type, text }: Parameter): string {
  if (type !== 'text') throw new GraphError(400, 132012, 'Parameter format does not match', 'expected TEXT');
  if (typeof text !== 'string' || text === '')
    throw new GraphError(400, 131008, 'Required parameter is missing', 'text');
  if (/[\n\t\r]| {5}/.test(text))
    throw wrong('Param text cannot have new-line/tab characters or more than 4 consecutive spaces');
  return text;
}

function templateOf({ name, language }: TemplateOrder): Template {
  const found = TEMPLATES.find((one) => one.name === name && one.language === language?.code);
  if (!found)
    throw new GraphError(
      404,
      132001,
      'Template name does not exist in the translation',
      String(name).slice(0, 80),
    );
  if (found.status === 'PAUSED') throw new GraphError(400, 132015, 'Template is Paused', 'low quality');
  if (found.status === 'DISABLED') throw new GraphError(400, 132016, 'Template is Disabled', 'low quality');
  return found;
}

function valuesOf(template: Template, parameters: readonly Parameter[]): Record<string, string> {
  const holes = holesOf(template.body);
  if (parameters.length !== holes.length)
    throw new GraphError(
      400,
      132000,
      'Number of parameters does not match the expected number of params',
      `body: number of localizable_params (${parameters.length}) does not match the expected number of params (${holes.length})`,
    );
  const named = isNamed(template);
  return Object.fromEntries(
    parameters.map((parameter, at) => {
      const { parameter_name: name } = parameter;
      if (!named && name !== undefined) throw wrong('Parameter name is not expected');
      if (named && (typeof name !== 'string' || !holes.includes(name)))
        throw wrong('Parameter name is missing or empty');
      return [named ? String(name) : String(at + 1), textOf(parameter)];
    }),
  );
}

/** Value of the button at position 0; undefined without one. */
function buttonOf(components: readonly Component[]): string | undefined {
  const found = components.filter(({ type }) => type === 'button');
  if (found.length === 0) return undefined;
  const [button] = found;
  if (found.length > 1 || !button || button.sub_type !== 'url' || String(button.index) !== '0')
    throw wrong('Button at index 0 of the template requires sub_type url');
  if (button.parameters?.length !== 1)
    throw new GraphError(400, 132000, 'Number of parameters does not match', 'button');
  return textOf(button.parameters[0] ?? {});
}

/**
 * A template message as the phone shows it. Refuses what the Cloud API refuses: an unknown or paused template, values that do
 * not match in number or form, a code that is not given twice. @throws GraphError
 */
export function shownTemplate(order: TemplateOrder): { template: Template; text: string } {
  const template = templateOf(order);
  const components = Array.isArray(order.components) ? order.components : [];
  const body = components.filter(({ type }) => type === 'body');
  if (body.length > 1) throw wrong('More than one body');
  const values = valuesOf(template, body[0]?.parameters ?? []);
  const button = buttonOf(components);
  const text = filled(template.body, values);
  if (text.length > MOST_BODY) throw new GraphError(400, 132005, 'Template hydrated text too long', 'body');
  if (template.category === 'AUTHENTICATION') {
    if (button === undefined) throw new GraphError(400, 131008, 'Required parameter is missing', 'buttons');
    if ((values['1'] ?? '').length > MOST_CODE || button !== values['1'])
      throw new GraphError(400, 132018, 'Template parameter is invalid', 'code');
    return { template, text: `${text} [Copiar código]` };
  }
  if ((template.button === undefined) !== (button === undefined))
    throw new GraphError(400, 132000, 'Number of parameters does not match', 'button');
  return {
    template,
    text: template.button ? `${text} [${filled(template.button, { 1: button ?? '' })}]` : text,
  };
}
