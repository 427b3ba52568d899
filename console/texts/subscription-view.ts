/** Viewing a candidate's pages, and a link that a member of the team hands on personally (spec 25.6.2). */
export const viewTexts = {
  title: 'Ver como candidata(o)',
  reason: 'Motivo',
  reasonHint: 'Opcional. Fica na linha do tempo, e a pessoa pode pedir uma cópia.',
  happens:
    'Uma aba nova mostra o que a pessoa vê nesta inscrição, por 15 minutos. Lá você só olha: nada muda para ela.',
  message: 'Nada. Ela nem fica sabendo.',
  audience: 'A equipe vê seu nome na linha do tempo. A auditoria guarda cada página que você abre.',
  blocked: 'O navegador não deixou abrir a aba. Abra pelo link abaixo, em até 1 minuto.',
  open: 'Abrir a visualização',
} as const;

export const copyLinkTexts = {
  title: 'Copiar link de acesso',
  happens:
    'Criamos um link que abre esta inscrição por 24 horas, sem senha. Entregue só para a própria pessoa: quem tem o link entra no lugar dela.',
  message: 'Nenhuma mensagem. O link só vai para onde você levar.',
  audience: 'A equipe vê na linha do tempo, com seu nome e o motivo.',
  made: 'Link criado',
  label: 'Link de acesso',
  copy: 'Copiar link',
  copied: 'Link copiado',
  once: 'Ele não aparece de novo. Se algo der errado, use "Cancelar links".',
  close: 'Fechar',
} as const;
