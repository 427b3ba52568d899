/** A node of Chromium's accessibility tree, as returned by the DevTools protocol. */
export type AxNode = {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  value?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
  backendDOMNodeId?: number;
};

/** A screen reader's word for a role; others keep Chromium's own. */
const ROLES: Record<string, string> = {
  heading: 'título',
  button: 'botão',
  link: 'link',
  textbox: 'campo de texto',
  searchbox: 'campo de busca',
  combobox: 'caixa de escolha',
  radio: 'opção',
  radiogroup: 'grupo de opções',
  checkbox: 'caixa de marcar',
  DisclosureTriangle: 'abre e fecha',
  Details: 'parte que abre',
  region: 'região',
  group: 'grupo',
  toolbar: 'barra de ferramentas',
  navigation: 'navegação',
  banner: 'cabeçalho',
  main: 'conteúdo',
  article: 'artigo',
  list: 'lista',
  image: 'imagem',
  Iframe: 'quadro',
  table: 'tabela',
  dialog: 'janela',
  status: 'aviso',
  alert: 'alerta',
  log: 'avisos',
  term: 'termo',
  definition: 'valor',
  time: 'hora',
  generic: 'sem papel',
  RootWebArea: 'página',
};
/** Roles whose name is their whole content, so nothing below them is read again. */
const WHOLE = new Set([
  'heading',
  'button',
  'link',
  'radio',
  'checkbox',
  'textbox',
  'combobox',
  'image',
  'DisclosureTriangle',
]);
/** Roles that only group others and announce nothing themselves. */
const SILENT = new Set([
  'generic',
  'none',
  'paragraph',
  'Section',
  'LabelText',
  'Legend',
  'strong',
  'listitem',
  'rowgroup',
  'row',
  'emphasis',
  'time',
  'DescriptionList',
  'mark',
  'term',
  'definition',
]);

const stateOf = ({ properties = [] }: AxNode, name: string): unknown =>
  properties.find((one) => one.name === name)?.value.value;

const KEYS: [string, (value: unknown) => string | undefined][] = [
  ['level', (value) => `nível ${value}`],
  ['checked', (value) => (value === 'true' ? 'marcado' : 'não marcado')],
  ['pressed', (value) => (value === 'true' ? 'pressionado' : 'não pressionado')],
  ['expanded', (value) => (value ? 'aberto' : 'fechado')],
  ['disabled', (value) => (value ? 'indisponível' : undefined)],
  ['readonly', (value) => (value ? 'só para ler' : undefined)],
  ['required', (value) => (value ? 'obrigatório' : undefined)],
  ['invalid', (value) => (value === 'true' ? 'com erro' : undefined)],
  ['hasPopup', (value) => `abre ${value}`],
  ['keyshortcuts', (value) => `tecla ${value}`],
];

/** Role, name, state, value and description of a node in one line. */
export function nodeText(node: AxNode): string {
  const role = node.role?.value ?? '';
  const name = node.name?.value?.trim();
  const states = KEYS.flatMap(([key, said]) => {
    const value = stateOf(node, key);
    const text = value === undefined ? undefined : said(value);
    return text ?? [];
  });
  const typed = node.value?.value;
  const isTyped = /textbox|combobox|searchbox/.test(role) && typed !== undefined && typed !== '';
  return [
    `${ROLES[role] ?? role}${name ? ` "${name}"` : role === 'list' ? '' : ' (sem nome)'}`,
    ...states,
    isTyped ? `contém "${typed}"` : '',
    node.description?.value ? `descrição "${node.description.value.trim()}"` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The lines in which the part of the page below a node is read out. */
export function linesOf(nodes: readonly AxNode[], rootBackendId: number): string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const root = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === rootBackendId);
  const lines: string[] = [];
  let words: string[] = [];
  const flush = () => {
    const text = words.join(' ').replace(/\s+/g, ' ').trim();
    if (text) lines.push(text);
    words = [];
  };
  // A label's text is the name of what it labels.
  const visit = (node: AxNode, isLabel: boolean): void => {
    const role = node.role?.value ?? '';
    if (role === 'StaticText') {
      if (!isLabel) words.push(node.name?.value ?? '');
      return;
    }
    if (role === 'InlineTextBox' || role === 'ListMarker') return;
    const isSaid =
      !node.ignored &&
      !SILENT.has(role) &&
      (WHOLE.has(role) || node.name?.value || role === 'list' || role === 'table');
    if (isSaid) {
      flush();
      lines.push(nodeText(node));
      if (WHOLE.has(role)) return;
    }
    const isBlock =
      !node.ignored && !['strong', 'emphasis', 'time', 'mark', 'none', 'generic'].includes(role);
    if (isBlock) flush();
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) visit(child, isLabel || role === 'LabelText' || role === 'Legend');
    }
    if (isBlock) flush();
  };
  if (root) visit(root, false);
  flush();
  return lines;
}
