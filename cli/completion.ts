import { Argument, type Command } from 'commander';
import type { Context } from './context.ts';
import { commandsOf, pathOf } from './program.ts';

type Place = { path: string; commands: readonly Command[]; command: Command };

const namesOf = ({ commands, command }: Place): string[] => [
  ...commands.map((inner) => inner.name()),
  ...command.options.flatMap(({ long }) => long ?? []),
  '--help',
];

/** Options followed by a file, which the shell completes best itself. */
const FILE_OPTIONS = ['-f', '--file', '-o', '--output'];

const placesOf = (program: Command): Place[] => [
  { path: '', commands: program.commands, command: program },
  ...commandsOf(program).map((command) => ({ path: pathOf(command), commands: command.commands, command })),
];

/** Shell code that finds the longest known command in the words of the line, ignoring options. */
const known = (places: readonly Place[], quote: string, bar: string): string =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `${quote} ${path}${quote}`)
    .join(bar);

const bash = (places: readonly Place[]): string => `# Completion of orbita for bash
_orbita() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" word names
  COMPREPLY=()
  case "$prev" in ${FILE_OPTIONS.join('|')}) return ;; esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in ${known(places, '"', '|')}) at="$at $word" ;; esac
  done
  case "$at" in
${places.map((place) => `    "${place.path && ` ${place.path}`}") names="${namesOf(place).join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$names" -- "$cur"))
}
complete -o default -F _orbita orbita
`;

const zsh = (places: readonly Place[]): string => `#compdef orbita
# Completion of orbita for zsh
_orbita() {
  local at="" word
  case "\${words[CURRENT-1]}" in (${FILE_OPTIONS.join('|')}) _files; return ;; esac
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in (${known(places, '"', '|')}) at="$at $word" ;; esac
  done
  case "$at" in
${places.map((place) => `    ("${place.path && ` ${place.path}`}") compadd -- ${namesOf(place).join(' ')} ;;`).join('\n')}
  esac
}
compdef _orbita orbita
`;

const plain = (text: string) => text.replaceAll(/['\\]/g, '');

const fish = (places: readonly Place[]): string => `# Completion of orbita for fish
function __orbita_at
  set -l at ""
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${known(places, '"', ' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${places
  .flatMap(({ path, commands, command }) => {
    const when = `complete -c orbita -n '__orbita_at "${path && ` ${path}`}"'`;
    return [
      ...commands.map((inner) => `${when} -f -a ${inner.name()} -d '${plain(inner.description())}'`),
      ...command.options.map(
        ({ long, description, required }) =>
          `${when} -l ${long?.slice(2)} -d '${plain(description)}'${required ? ' -r' : ''}`,
      ),
    ];
  })
  .join('\n')}
`;

const SHELLS = { bash, zsh, fish };

/** `orbita completion bash|zsh|fish`, generated from the actual commands. */
export function completionCommands(context: Context): void {
  context.program
    .command('completion')
    .description('Print the completion of a shell')
    .addArgument(new Argument('<shell>', 'shell that completes').choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS) => {
      context.output.out(SHELLS[shell](placesOf(context.program)).trimEnd());
    });
}
