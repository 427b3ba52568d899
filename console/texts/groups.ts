import type { PersonName } from '@orbita/ui/person-name.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${count} itens`);

/** Texts of the team's groups (spec 25.4.5). */
export const groupTexts = {
  title: (count: number) => (count === 1 ? '1 grupo' : `${count} grupos`),
  loadingTitle: 'Grupos',
  lead: 'Um grupo fica com itens de uma fila, e quem é dele pega o próximo. Ele não dá acesso a nada.',
  caption: 'Grupos da equipe',
  name: 'Grupo',
  members: 'Pessoas',
  nobody: 'ninguém',
  more: (count: number) => `e mais ${count}`,
  away: (count: number) =>
    count === 1 ? '1 pessoa não pega itens aqui agora' : `${count} pessoas não pegam itens aqui agora`,
  assigned: 'Com o grupo',
  items: (count: number) => (count === 0 ? 'nenhum item' : items(count)),
  institution: 'Instituição',
  create: 'Criar grupo',
  createTitle: 'Criar um grupo',
  creating: 'Criando…',
  change: 'Mudar',
  changeFor: (name: string) => `Mudar: ${name}`,
  changeTitle: 'Mudar o grupo',
  save: 'Salvar',
  saving: 'Salvando…',
  empty: 'Nenhum grupo ainda.',
  emptyHelp: 'Crie um para dar itens a várias pessoas de uma vez, como a banca de um curso.',
  nameField: 'Nome do grupo',
  nameHint: 'Por exemplo: Banca de Direito.',
  nameMissing: 'Escreva um nome.',
  find: 'Procurar uma pessoa',
  chosen: (count: number) => `Pessoas do grupo (${count})`,
  membersHint: 'Quem pega itens nesta instituição.',
  most: (count: number) => `Um grupo tem no máximo ${count} pessoas.`,
  nobodyFound: 'Ninguém com este nome pega itens aqui.',
  others: 'Procure pelo nome para ver outras pessoas.',
  notNow: 'não pega itens aqui agora',
  loading: 'Carregando as pessoas…',
  end: 'Encerrar',
  endFor: (name: string) => `Encerrar: ${name}`,
  endTitle: 'Encerrar o grupo?',
  ending: 'Encerrando…',
  endOf: (name: PersonName) => `O grupo ${name} deixa de existir. O nome continua no histórico.`,
  endHelp: (count: number) =>
    count === 0
      ? 'Nenhum item está com ele agora.'
      : count === 1
        ? '1 item que está com ele volta a ser de ninguém.'
        : `${items(count)} que estão com ele voltam a ser de ninguém.`,
  made: (name: PersonName) => `Grupo ${name} criado.`,
  changed: (name: PersonName) => `Grupo ${name} salvo.`,
  ended: (name: PersonName) => `Grupo ${name} encerrado.`,
} as const;
