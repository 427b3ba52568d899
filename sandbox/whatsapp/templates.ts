/** A template as its business registered it. */
export interface Template {
  name: string;
  language: string;
  category: 'UTILITY' | 'AUTHENTICATION';
  status: 'APPROVED' | 'PAUSED' | 'DISABLED';
  /** With {{1}}, {{2}} … or {{name}}, never both. */
  body: string;
  /** Address of its button, with {{1}} at its end. */
  button?: string;
}

const utility = (name: string, body: string, more: Partial<Template> = {}): Template => ({
  ...{ name, language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', body },
  ...more,
});

/** Templates of the simulated account. */
export const TEMPLATES: readonly Template[] = [
  {
    name: 'codigo_de_acesso',
    language: 'pt_BR',
    category: 'AUTHENTICATION',
    status: 'APPROVED',
    body: '*{{1}}* é o seu código de verificação. Para sua segurança, não o compartilhe.',
  },
  utility(
    'inscricao_recebida',
    'Olá, {{1}}! Sua inscrição nº {{2}} em {{3}} chegou. Continue por aqui: {{4}}',
  ),
  utility(
    'pagamento_confirmado',
    'Olá, {{nome}}! Recebemos R$ {{valor}}. Continue por aqui: {{link}} Até logo.',
  ),
  utility('prazo_de_pagamento', 'Seu prazo de pagamento termina em {{1}}. {{2}} espera por você.', {
    button: 'http://beta.localhost/{{1}}',
  }),
  utility('aprovacao', 'Você passou, {{1}}! Faça a matrícula até {{2}}: {{3}} Estamos à disposição.'),
  utility('documento_novo', 'Precisamos de um documento novo, {{1}}. Mande por aqui: {{2}} Obrigado.'),
  utility('matricula_concluida', 'Matrícula concluída, {{1}}. Boas-vindas à {{2}}!'),
  utility('modelo_pausado', 'Olá, {{1}}!', { status: 'PAUSED' }),
  utility('modelo_desligado', 'Olá, {{1}}!', { status: 'DISABLED' }),
];

const HOLE = /\{\{([a-z0-9_]{1,40})\}\}/g;

/** Names of the placeholders in a text, each once. */
export const holesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(HOLE)].map((found) => found[1] ?? '')),
];

export const isNamed = ({ body }: Template): boolean => holesOf(body).some((name) => !/^\d+$/.test(name));

export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(HOLE, (_whole, name: string) => values[name] ?? '');
