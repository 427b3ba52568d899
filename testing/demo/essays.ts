/**
 * Thoughts of the essays. Each consists of clauses, and each clause has alternative wordings: essays with the same thoughts
 * share no run of words long enough to count as copied, as with people who write on one theme.
 */
const BEGIN = [
  [
    'Estudar longe da sala|Fazer faculdade em casa|Aprender pela tela',
    'deixou de ser exceção no Brasil,|virou rotina para milhões,',
    'e mudou o que se espera do estudante.|e ninguém mais estranha.',
  ],
  [
    'Há poucos anos,|Até bem pouco tempo,',
    'quem morava no interior quase não tinha escolha;|morar longe significava desistir;',
    'hoje a vaga existe, mas cobra organização.|agora a barreira é outra: a constância.',
  ],
  [
    'A internet levou a universidade à cozinha,|O celular virou sala de aula,',
    'e é ali que muita gente decide o futuro.|e com ele veio uma liberdade difícil de usar.',
  ],
  [
    'Quando o trabalho ocupa o dia,|Para quem trabalha oito horas,',
    'estudar à noite é o único caminho.|a aula gravada deixa de ser luxo.',
  ],
];
const MIDDLE = [
  [
    'O primeiro desafio é o tempo,|A maior dificuldade está na rotina,',
    'porque ninguém marca presença por nós|já que o dia nunca sobra sozinho',
    'e o prazo só aparece na véspera.|e a tarefa fica sempre para amanhã.',
  ],
  [
    'Nem toda casa tem um canto silencioso,|Falta espaço em muitas famílias,',
    'e dividir a mesa com irmãos cansa|e a televisão ligada atrapalha',
    'mais do que a própria matéria.|bem mais que um texto difícil.',
  ],
  [
    'Por outro lado, a distância ensina a pesquisar|Em compensação, aprende-se a buscar',
    'sem esperar respostas prontas,|em fontes variadas e a comparar,',
    'o que as empresas valorizam.|habilidade rara em qualquer profissão.',
  ],
  [
    'Os professores também precisaram aprender,|Para quem ensina a mudança foi dura,',
    'pois corrigir pela tela exige atenção|porque incentivar sem ver os rostos pede',
    'de outro tipo e em outro horário.|paciência e mensagens bem escritas.',
  ],
  [
    'Oferecer vídeos não basta:|Gravar a aula é só o começo:',
    'se ninguém lê o que o aluno escreve,|sem retorno sobre cada atividade,',
    'ele desiste em silêncio.|a evasão cresce sem que se note.',
  ],
  [
    'Meu pai voltou a estudar aos quarenta|Minha vizinha se formou depois dos filhos',
    'e conta que o grupo no telefone|e sempre repete que a turma virtual',
    'foi o que valeu no curso.|fez diferença nas semanas ruins.',
  ],
  [
    'Programas públicos de acesso ajudam,|Existem bons projetos de conexão,',
    'mas deixam de fora o campo|porém quase não chegam às periferias',
    'e quem mais precisaria deles.|nem às aldeias e aos assentamentos.',
  ],
  [
    'As faculdades podem abrir polos à noite,|Um polo aberto aos sábados resolveria muito,',
    'com computadores e gente que oriente|desde que houvesse um monitor disponível',
    'quem ainda tropeça no básico.|para tirar dúvidas simples.',
  ],
  [
    'A avaliação também precisa mudar:|Provas iguais para todos já não servem:',
    'copiar uma resposta é fácil,|qualquer gabarito circula em minutos,',
    'difícil é explicar o próprio raciocínio.|e só um projeto mostra quem aprendeu.',
  ],
  [
    'Sem estágio, o diploma chega antes da profissão,|A prática não pode ficar para depois,',
    'e isso frustra quem se esforçou|pois o mercado pede experiência',
    'durante tantas madrugadas.|de quem mal saiu das aulas.',
  ],
  [
    'É verdade que a tecnologia falha,|Alguém dirá que a conexão cai,',
    'mas o ônibus quebrado também fazia perder aula|só que antes faltava transporte',
    'e disso pouca gente se lembra.|e o prejuízo era o mesmo.',
  ],
  [
    'Quem trabalha aprende a valorizar cada hora|O adulto que estuda chega cansado,',
    'e costuma trazer perguntas concretas|mas traz exemplos do próprio serviço',
    'que enriquecem a turma inteira.|que livro nenhum oferece.',
  ],
];
const END = [
  [
    'Portanto, cabe às instituições acompanhar de perto|Logo, a faculdade deve estar presente,',
    'e ao poder público levar conexão|o Estado precisa garantir internet',
    'enquanto o estudante reserva sua hora.|e cada aluno tem de cumprir seu plano.',
  ],
  [
    'Diante disso, acesso e acompanhamento andam juntos:|Em suma, três coisas decidem tudo:',
    'sem eles, a distância vira obstáculo.|conexão, orientação e disciplina.',
  ],
  [
    'Assim, mais do que discutir a modalidade,|No fim, a pergunta não é onde se aprende,',
    'é preciso decidir quem cuida dela.|mas quem fica ao lado de quem aprende.',
  ],
];
const TITLES = [
  'A sala de aula que cabe no bolso',
  'Aprender sem sair de casa',
  'Distância não é ausência',
  'O futuro se escreve à noite',
  'Entre a tela e o caderno',
  'Quem caminha ao lado',
  'Uma hora por dia',
];

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
/** A number unrelated to those of its neighbours. */
const mixed = (n: number): number => {
  const once = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d);
  return (Math.imul(once ^ (once >>> 12), 0x297a2d39) >>> 8) & 0xffff;
};
/** One wording of a thought; the wordings of its clauses are chosen independently, so that neighbours seldom coincide. */
const said = (clauses: readonly string[], n: number): string =>
  clauses.map((ways, clause) => at(ways.split('|'), mixed(n * 3 + clause))).join(' ');

/** Title of the n-th essay. */
export const demoTitle = (n: number): string => at(TITLES, n);

/** The n-th essay: about 130 to 170 words in whole sentences. */
export function demoEssay(n: number): string {
  const order = MIDDLE.map((thought, place) => ({ thought, key: ((place + 1) * (n * 7 + 11)) % 13 }))
    .sort((a, b) => a.key - b.key)
    .map(({ thought }, place) => said(thought, n * 13 + place * 5));
  const middle = order.slice(0, 10 + (n % 3));
  const half = Math.ceil(middle.length / 2);
  return [
    said(at(BEGIN, n), n),
    middle.slice(0, half).join(' '),
    middle.slice(half).join(' '),
    said(at(END, n), n + 3),
  ].join('\n\n');
}
