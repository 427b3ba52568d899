import { inventedPerson, type Traveller } from '../people.ts';

const FIRST = [
  ...[
    'Marina',
    'Rafael',
    'Beatriz',
    'Lucas',
    'Camila',
    'Thiago',
    'Larissa',
    'Bruno',
    'Aline',
    'Diego',
    'Patrícia',
    'Caio',
  ],
  ...[
    'Juliana',
    'Vinícius',
    'Débora',
    'Henrique',
    'Tainá',
    'Otávio',
    'Luíza',
    'Samuel',
    'Raíssa',
    'Murilo',
    'Elisa',
    'Davi',
  ],
];
const LAST = [
  ...[
    'Teixeira Prado',
    'Antunes Rocha',
    'Moura Leal',
    'Siqueira Dantas',
    'Figueira Luz',
    'Paes Barreto',
    'Quintela Reis',
  ],
  ...['Bastos Neri', 'Coutinho Sá', 'Vilela Campos', 'Fontes Amaral', 'Rezende Brito', 'Lobato Cruz'],
];
const FIRST_NUMBER = 610_000;

const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.');

/**
 * The n-th person of the demo: a combination of common names, a CPF with valid check digits that belongs to nobody, and
 * addresses at a domain that never exists.
 */
export function demoPerson(n: number, bornIn = 1996 + (n % 11)): Traveller {
  const name = `${FIRST[n % FIRST.length]} ${LAST[n % LAST.length]}`;
  const { cpf, cellPhone } = inventedPerson(FIRST_NUMBER + n);
  const day = String(1 + ((n * 7) % 28)).padStart(2, '0');
  const month = String(1 + ((n * 5) % 12)).padStart(2, '0');
  return {
    name,
    ...{ document: cpf, documentType: 'cpf', birthDate: `${bornIn}-${month}-${day}` },
    email: `${plain(name)}.${n}@exemplo.test`,
    cellPhone,
  };
}
