import type { PersonName } from '@orbita/ui/person-name.ts';

/** Words of whose an item is (spec 25.4.5). */
export const whoseTexts = {
  legend: 'De quem',
  filters: { all: 'Todos', me: 'Meus', nobody: 'De ninguém' },
  mine: 'Seu',
  of: (name: PersonName) => `De ${name}`,
  ofGroup: (name: PersonName) => `Do grupo ${name}`,
  act: 'Com quem fica',
  actFor: (item: string) => `Com quem fica: ${item}`,
  title: 'Com quem fica',
  who: 'Pessoa ou grupo',
  nobody: 'Ninguém, quem estiver livre',
  person: (name: string, count: number) => (count === 0 ? name : `${name} (${count} com ela)`),
  group: (name: string, people?: number) =>
    people === undefined
      ? `Grupo ${name}`
      : `Grupo ${name} (${people === 1 ? '1 pessoa' : `${people} pessoas`})`,
  groupOf: (name: PersonName) => `Grupo ${name}`,
  at: (label: string, place: string) => `${label}, ${place}`,
  groups: 'Grupos',
  reason: 'Recado (opcional)',
  save: 'Salvar',
  saving: 'Salvando…',
  cancel: 'Cancelar',
  people: 'Carregando as pessoas…',
  says: 'Vale até alguém decidir. Quem pede o próximo item recebe primeiro os seus, depois os dos seus grupos, e nunca os de outras pessoas.',
  history: 'Com quem ficou',
  line: (by: PersonName, at: string) => `por ${by}, ${at}`,
  until: (at: string) => `até ${at}`,
  now: 'agora',
  share: 'Repartir',
  shareTitle: 'Repartir a fila',
  count: 'Quantos itens',
  countHint: 'De 1 a 100, os que vencem primeiro e ainda são de ninguém.',
  shared: (count: number) => (count === 1 ? '1 item repartido.' : `${count} itens repartidos.`),
  noneFree: 'Não havia item livre para dar.',
} as const;
