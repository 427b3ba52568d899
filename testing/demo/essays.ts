const BEGIN = [
  'Estudar longe da sala de aula deixou de ser exceção no Brasil, e com isso mudou também o que se espera de quem estuda.',
  'Há poucos anos, quem morava longe de uma faculdade quase não tinha escolha; hoje, a escolha existe, mas cobra organização.',
  'A internet levou a universidade até a mesa da cozinha, e é ali que muitos brasileiros decidem o próprio futuro.',
  'Quando o trabalho ocupa o dia inteiro, estudar à noite e pela tela pode ser o único caminho possível.',
];
const MIDDLE = [
  'O primeiro desafio é o tempo, porque ninguém marca presença por nós e o prazo só aparece quando já está perto.',
  'Além disso, nem toda casa tem um canto silencioso, e dividir a mesa com irmãos e com a televisão cansa mais do que a matéria.',
  'Por outro lado, a distância ensina a pesquisar sem depender de respostas prontas, o que as empresas valorizam.',
  'Os professores também precisaram aprender, pois corrigir, responder e incentivar pela tela exige outro tipo de atenção.',
  'Não basta oferecer vídeos: quando ninguém lê o que o aluno escreve, ele desiste em silêncio.',
  'Meu pai voltou a estudar aos quarenta anos e diz que o grupo de colegas no telefone foi o que o manteve no curso.',
  'Programas públicos de acesso à internet ajudam, mas ainda deixam de fora quem vive no campo e nas periferias.',
  'As faculdades podem abrir seus polos à noite e aos sábados, com computadores e alguém que ajude com o básico.',
  'A avaliação também precisa mudar, porque copiar uma resposta é fácil e explicar o próprio raciocínio não é.',
  'Sem estágio e sem prática, o diploma chega antes da profissão, e isso frustra quem tanto se esforçou.',
  'É verdade que a tecnologia falha, mas faltar ônibus também era um motivo comum para perder aula.',
  'Quem trabalha de dia aprende a valorizar cada hora de estudo e costuma chegar à aula com perguntas concretas.',
];
const END = [
  'Portanto, cabe às instituições acompanhar de perto, ao poder público levar conexão e ao estudante reservar sua hora diária.',
  'Diante disso, acesso, acompanhamento e disciplina são as três condições para que a distância deixe de ser obstáculo.',
  'Assim, mais do que discutir se a educação a distância é boa ou ruim, é preciso decidir quem cuida para que ela funcione.',
];

const pick = (list: readonly string[], n: number) => list[n % list.length] as string;

/** The n-th essay: about 200 words of whole sentences in an order that no other one of the first thousand has. */
export function demoEssay(n: number): string {
  const order = MIDDLE.map((sentence, at) => ({ sentence, key: ((at + 1) * (n * 7 + 11)) % 13 }))
    .sort((a, b) => a.key - b.key)
    .map(({ sentence }) => sentence);
  const middle = order.slice(0, 8 + (n % 3));
  const half = Math.ceil(middle.length / 2);
  return [pick(BEGIN, n), middle.slice(0, half).join(' '), middle.slice(half).join(' '), pick(END, n)].join(
    '\n\n',
  );
}
