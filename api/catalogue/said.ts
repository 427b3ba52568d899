import type { Problem } from './problems.ts';

/** What rules say about a catalogue, in the words of whoever runs the command, and in those of the team. */
const SAID: readonly [RegExp, string][] = [
  [/^ends before it starts$/, 'O fim fica antes do começo.'],
  [/^overlaps price (.+)$/, 'Já há o preço $1 para o mesmo curso, polo e número de parcelas.'],
  [/^discounts exceed an instalment$/, 'Os descontos passam do valor de uma parcela.'],
  [/^needs as many instalments as before$/, 'O preço novo precisa do mesmo número de parcelas.'],
  [/^needs either percent or amount$/, 'Informe a porcentagem ou o valor, um dos dois.'],
  [/^(\d+) are taken already$/, 'A capacidade não pode ser menor que as $1 vagas ocupadas.'],
  [/^(\S+) has no course at (\S+)$/, 'A oferta $1 não tem curso no polo $2.'],
  [/^(.+) is there twice$/, '$1 já existe.'],
  [/^\w+ has no (\S+)(?: .*)?$/, '$1 não existe no catálogo.'],
  [/^must be a day YYYY-MM-DD$/, 'Informe uma data.'],
  [/^must be a time HH:MM$/, 'Informe a hora como 19:30.'],
  [/^must be an instant with offset$/, 'Informe data e hora.'],
  [/^must be digits with country and area code$/, 'Use só números, com 55 e DDD.'],
  [/^must be a code: .*$/, 'Use até 40 letras, números, ponto, hífen ou sublinhado.'],
  [/^has more than two decimals$/, 'Use no máximo dois centavos: 400,00.'],
  [/^must be a colour like (.+)$/, 'Informe uma cor como $1.'],
  [/^must be plain text$/, 'Use só texto, sem marcas de programa.'],
  [/^must be one line$/, 'Use uma linha só.'],
  [/^\w+ must be a valid (?:int|dec|money) from (\S+) to (\S+)$/, 'Informe um número de $1 a $2.'],
  [/^\w+ must be a valid list$/, 'Confira a lista: separe por vírgula, sem repetir.'],
  [/^PrivacyPolicyUrl must be a valid str$/, 'Informe um endereço que começa com https://.'],
  [/^TimeZone must be a valid str$/, 'Informe um fuso como America/Sao_Paulo.'],
  [/^\w+ must be a valid \w+$/, 'Confira este valor.'],
  [/^\w+ (\S+) exceeds \w+ (\S+)$/, 'O menor ($1) passa do maior ($2).'],
  [/^\w+ is required \(LGPD art\. 41\)$/, 'A lei pede este dado: informe na instituição ou no grupo.'],
  [/^must not be larger than (\d+) KiB$/, 'O arquivo passa de $1 KB.'],
  [/^must be an SVG, PNG, JPEG, WebP or ICO image$/, 'Use uma imagem SVG, PNG, JPG, WebP ou ICO.'],
  [/^is (\S+), which its name does not say$/, 'O arquivo é $1, e o nome diz outra coisa.'],
  [/^must look like (.+)$/, 'Informe um valor como $1.'],
  [/^must be a name like (.+)$/, 'Use letras maiúsculas, números e sublinhado, como $1.'],
  [/^must be a path or an https address$/, 'Informe um endereço que começa com / ou https://.'],
  [/^must be on (.+)$/, 'O endereço de volta fica em $1.'],
  [/^must be a host name in lower case$/, 'Informe o endereço em letras minúsculas, sem https://.'],
  [/^must be a scope without spaces$/, 'Use uma palavra sem espaços.'],
  [/^must be a country code or foreign$/, 'Use a sigla de um país, com duas letras maiúsculas, ou foreign.'],
  [/^must be a CNPJ without marks$/, 'Informe o CNPJ só com números e letras.'],
  [/^must be exactly one payment variant: (.+)$/, 'Escolha uma das formas: $1.'],
  [/^must not be below min$/, 'O maior valor fica abaixo do menor.'],
  [/^is below minAge$/, 'A idade máxima fica abaixo da mínima.'],
  [/^must not contain (.+)$/, 'Tire do texto: $1.'],
  [/^has no text$/, 'O texto está vazio.'],
  [/^idp needs identityProvider$/, 'Entrar pela conta da instituição pede um provedor de identidade.'],
  [/^groups need identityProvider$/, 'Grupos pedem um provedor de identidade.'],
  [/^openid is missing$/, 'Falta openid na lista.'],
  [/^only an extension \(type 3\) may ask for it$/, 'Só extensão pode pedir escolaridade.'],
  [/^an offer with an essay needs a theme$/, 'Uma oferta com redação precisa de um tema.'],
  [/^(\S+) is no other document of this set and stage$/, '$1 não é outro documento desta lista e etapa.'],
  [/^(\S+) belongs to another tenant$/, 'O endereço $1 é de outra instituição.'],
  [/^(\S+) belongs to (\S+), not to (\S+)$/, '$1 é da instituição $2, e não de $3.'],
  [/^no municipality has the IBGE code (.+)$/, 'Nenhum município tem o código IBGE $1.'],
  [/^unknown parameter (.+)$/, 'Não há o ajuste $1.'],
  [/^is given as payment$/, 'Estes ajustes ficam em Pagamento.'],
  [/^(\w+) cannot be set for an (?:\w+)$/, 'O ajuste $1 não vale neste lugar.'],
  [/^Invalid email address$/, 'Informe um e-mail como nome@exemplo.com.br.'],
  [/^Invalid URL$/, 'Informe um endereço que começa com https://.'],
  [/^needs either plan, or installments and value$/, 'Informe as parcelas uma a uma, ou o número e o valor.'],
  [/^must be a video of YouTube or Vimeo$/, 'Informe um vídeo do YouTube ou do Vimeo.'],
  // What is announced but can't be completed here (`warn.ts`).
  [/^this installation cannot take payment by card: .*$/, 'O cartão ainda não funciona: falta a conta dele.'],
  [/^this installation cannot take payment by slip: .*$/, 'O boleto ainda não funciona: falta a conta dele.'],
  [/^this installation cannot take payment by Pix: .*$/, 'O Pix ainda não funciona: falta a conta dele.'],
  [
    /^this installation cannot take payment by automatic Pix: .*$/,
    'O Pix Automático ainda não funciona: falta a conta dele.',
  ],
  [
    /^is not shown to candidates: it needs pixKey .*$/,
    'O Pix Automático não aparece: falta a chave Pix, ou uma forma com mensalidade.',
  ],
  [/^candidates of this institution have no way to pay$/, 'Ninguém consegue pagar nesta instituição.'],
  [
    /^candidates do not see it: EnemCheckEnabled .*$/,
    'Ninguém vê esta oferta: ligue a nota do ENEM em Ajustes.',
  ],
  [
    /^this installation looks up no ENEM scores .*$/,
    'As notas do ENEM não vêm sozinhas aqui: cada uma pede uma decisão.',
  ],
  [
    /^documents are analysed, but the offer asks for none .*$/,
    'A oferta analisa documentos, e a lista não pede nenhum para a seleção.',
  ],
  [
    /^no test is scheduled at (\S+) from now on$/,
    'Ainda não há prova marcada em $1. Crie uma na página da oferta.',
  ],
  [/^a class is required, but (\S+) has none$/, 'A oferta pede turma, e $1 ainda não tem nenhuma.'],
  [/^(\S+) at (\S+) has no price of the application fee$/, 'Falta o preço da taxa de inscrição de $1 em $2.'],
  [/^(\S+) at (\S+) has no price that can be paid$/, 'Falta um preço que se possa pagar para $1 em $2.'],
  [/^without a contract nobody .*$/, 'Sem contrato ninguém chega ao pagamento.'],
];

/** What only files can have: mistakes of YAML, wrong types, and names that nothing has. */
const SAID_OF_FILES: readonly [RegExp, string][] = [
  [/^Tabs are not allowed as indentation$/, 'A linha começa com tabulação. Use espaços.'],
  [/^Plain value cannot start with a tab character$/, 'Há uma tabulação antes do valor. Use um espaço.'],
  [
    /^Plain value cannot start with (?:flow indicator character|directive indicator character|reserved character|block scalar indicator) (\S+)$/,
    'Um texto não pode começar com $1: ponha-o entre aspas.',
  ],
  [
    /^Nested mappings are not allowed in compact mappings$/,
    'Confira o recuo. Se o texto tem dois-pontos, ponha-o entre aspas.',
  ],
  [
    /^(?:Implicit |The : indicator).*$/,
    'Falta o nome do campo com dois-pontos e um espaço, ou o recuo está errado.',
  ],
  [/^All \w+ items must start at the same column$/, 'O recuo desta linha é diferente do das outras.'],
  [/^Sequence item without - indicator$/, 'Falta um hífen, ou o recuo está errado.'],
  [/^Missing closing .quote$/, 'Falta fechar as aspas.'],
  [
    /^Flow \w+ (?:must|in block collection must be sufficiently indented and) end with a (.)$/,
    'Falta fechar com $1, no mesmo recuo ou à direita.',
  ],
  [/^Missing ,.*$/, 'Falta uma vírgula entre os itens.'],
  [/^Missing space after :.*$/, 'Falta um espaço depois de dois-pontos.'],
  [/^Invalid escape sequence (\S+)$/, 'Não existe $1 entre aspas duplas: use aspas simples.'],
  [/^Comments must be separated .*$/, 'Deixe um espaço antes de #.'],
  [/^Map comment with trailing content$/, 'Há algo depois do comentário.'],
  [/^Block scalar header.*$/, 'Depois de | ou > a linha acaba.'],
  [
    /^(?:Block collections?|Expected a flow scalar|Unexpected) .*$/,
    'Há algo a mais: confira vírgulas, recuo e aspas.',
  ],
  [/^(?:An? alias|Alias|Anchors?|Tags|Unresolved) .*$/, 'Confira as referências (& e *) e etiquetas (!).'],
  [/^no anchor &(\S+) stands before \*\S+$/, 'Não há &$1 antes desta linha.'],
  [
    /^(?:Missing directives|there is a second document).*$/,
    'O arquivo tem dois documentos: tire a linha com ---.',
  ],
  [/^this key is there twice$/, 'Este campo aparece duas vezes.'],
  [/^this text has a character that no text needs \(NUL\)$/, 'O texto tem um caractere inválido (NUL).'],
  [/^(\S+) is read as (\S+): write (\S+) or \S+$/, '$1 seria lido como $2: escreva $3 ou $2.'],
  [/^há (mais de \d+ .+)$/, 'Há $1.'],
  [/^e mais (.+)$/, 'E mais $1.'],
  [/^\w+ has no $/, 'Falta o código.'],
  // Forms say these otherwise: they have fields for days and write numbers with a comma.
  [/^must be a day YYYY-MM-DD$/, 'Escreva a data como 2026-01-31.'],
  [/^must be an instant with offset$/, 'Escreva data e hora como 2026-01-31T19:30:00-03:00.'],
  [/^has more than two decimals$/, 'Use no máximo dois centavos, com ponto: 400.00.'],
  [/^is given as payment$/, 'Escreva isto em payment, na instituição.'],
  [/^must be a mapping$/, 'O arquivo não é um catálogo.'],
  [/^must be a list$/, 'Aqui vem uma lista, com um hífen em cada item.'],
  [/^is required$/, 'Falta este dado.'],
  [/^unknown field (.+)$/, 'Não há o campo $1.'],
  [/^unknown section (.+)$/, 'Não há a seção $1.'],
  [/^(\w+) is described twice$/, 'A seção $1 aparece duas vezes.'],
  [/^only version 1 is known$/, 'Só existe a versão 1.'],
  [/^status 15 does not exist$/, 'A situação 15 não existe.'],
  [/^file (.+) is missing$/, 'Falta o arquivo $1.'],
  [
    /^line (\d+) of ([^:]{1,160}) is not UTF-8: .*$/,
    'A linha $1 de $2 não está em UTF-8: salve o arquivo assim.',
  ],
  [/^is not UTF-8: .*$/, 'O arquivo não está em UTF-8: salve-o assim.'],
  [/^(.+) is no text$/, 'O arquivo $1 não é um texto.'],
  [/^(.+) is there twice, first in line (\d+)$/, '$1 já está na linha $2.'],
  [/^(.{1,120}) is there twice, first in (.{1,160})$/, '$1 já está em $2.'],
  [/^\w+ has no (\S+) of (\S+)$/, '$1 de $2 não existe no catálogo.'],
  [/^has no effect: .*$/, 'Não tem efeito: esta seção vem do sistema acadêmico.'],
  [/^is (\S+), but the call is for (\S+)$/, 'O arquivo é de $1, e aqui é $2.'],
  [
    /^Invalid input: expected (?:number|int), received string$/,
    'Informe um número sem R$, com ponto nos centavos.',
  ],
  [/^Invalid input: expected (?:number|int)\b.*$/, 'Informe um número.'],
  [/^Invalid input: expected string, received number$/, 'Aqui vem um texto: ponha este número entre aspas.'],
  [/^Invalid input: expected string\b.*$/, 'Aqui vem um texto.'],
  [/^Invalid input: expected boolean\b.*$/, 'Escreva true ou false.'],
  [/^Invalid input: expected array\b.*$/, 'Aqui vem uma lista.'],
  [/^Invalid input: expected (?:object|record)\b.*$/, 'Aqui vêm campos com seus nomes.'],
  [/^Invalid option: expected one of (.+)$/, 'Use um destes valores: $1.'],
  [/^Invalid input: expected (.+)$/, 'Aqui se escreve $1.'],
  [/^Too big: expected string to have <=(\d+) characters$/, 'Use até $1 letras.'],
  [/^Too big: expected array to have <=(\d+) items$/, 'Use até $1 itens.'],
  [/^Too big: expected \w+ to be <=?(\S+)$/, 'O maior valor é $1.'],
  [/^Too small: expected string\b.*$/, 'Falta este dado.'],
  [/^Too small: expected array to have >=(\d+) items$/, 'Informe pelo menos $1.'],
  [/^Too small: expected \w+ to be >=?(\S+)$/, 'O menor valor é $1.'],
  [/^Invalid (?:input|string: .*|ISO date|key in record)$/, 'Confira este valor.'],
];

const textIn = (table: typeof SAID, message: string): string | undefined => {
  const found = table.find(([pattern]) => pattern.test(message));
  return found && message.replace(found[0], found[1]);
};

/** A problem's text as shown next to the field. */
export const saidOf = (message: string): string => textIn(SAID, message) ?? message;

const MEANT = '; did you mean ';
const ACADEMIC = ' (as the academic catalogue says it)';

function saidOfFile(message: string): string {
  const academic = message.endsWith(ACADEMIC);
  const whole = academic ? message.slice(0, -ACADEMIC.length) : message;
  const [problem = '', meant] = whole.split(MEANT);
  const said = textIn(SAID_OF_FILES, problem) ?? saidOf(problem);
  return [
    said,
    ...(meant === undefined ? [] : [`Seria ${meant}`]),
    ...(academic ? ['Assim diz o sistema acadêmico.'] : []),
  ].join(' ');
}

/** Problems of files as the team reads them; the command shows them as they are. */
export const saidOfFiles = (problems: readonly Problem[]): Problem[] =>
  problems.map((one) => ({ ...one, message: saidOfFile(one.message) }));
