/**
 * `dehusk completion SHELL`: what a shell needs to complete commands, flags and their values.
 *
 *     dehusk completion bash > ~/.local/share/bash-completion/completions/dehusk
 */
import { Argument, type Command } from 'commander';
import { writeText } from '../output/files/write.ts';
import { type DescribedCommand, type DescribedFlag, describeCommands } from './described-commands.ts';
import { ExitCode } from './exit.ts';

const examples = `
Examples:
    dehusk completion bash > ~/.local/share/bash-completion/completions/dehusk
    dehusk completion zsh > ~/.zfunc/_dehusk        a folder of $fpath
    dehusk completion fish > ~/.config/fish/completions/dehusk.fish
`;

type Shell = 'bash' | 'zsh' | 'fish';

export function defineCompletion(command: Command, exit: (code: number) => void): void {
  command
    .usage('SHELL')
    .addArgument(new Argument('<SHELL>', 'the shell that completes').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', examples)
    .action(async (shell: Shell) => {
      await writeText(await completionScript(shell));
      exit(ExitCode.done);
    });
}

export async function completionScript(shell: Shell): Promise<string> {
  return scriptFor[shell](await describeCommands());
}

const scriptFor: Readonly<Record<Shell, (commands: readonly DescribedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** What the first word behind a command can be, where that is known. */
const firstWords = ({ parameters }: DescribedCommand): string => (parameters[0]?.choices ?? []).join(' ');

/** Where it may be left out, the next word is not the value. */
const needsValue = ({ value }: DescribedFlag): boolean => value?.startsWith('<') === true;

const namesOf = ({ short, long }: DescribedFlag): readonly string[] =>
  short === undefined ? [long] : [short, long];

function bashScript(commands: readonly DescribedCommand[]): string {
  const cases = commands.map((command) => {
    const { name, flags } = command;
    const first = firstWords(command);
    const choices = flags
      .filter((flag) => flag.choices.length > 0)
      .map((flag) => `    ${name}:${flag.long}) words='${flag.choices.join(' ')}' ;;\n`);
    const all = flags.flatMap(namesOf).join(' ');
    const words = first === '' ? '' : `    ${name}:${name}) words='${first}' ;;\n`;
    return `${words}${choices.join('')}    ${name}:*) [[ $current == -* ]] && words='${all}' ;;\n`;
  });
  const names = commands.map(({ name }) => name).join(' ');
  return `# bash completion of dehusk
_dehusk() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  # Of --flag=value bash makes three words.
  [[ $previous == = ]] && previous=\${COMP_WORDS[COMP_CWORD-2]}
  [[ $current == = ]] && current=
  if ((COMP_CWORD == 1)); then
    words='${names} help --help --version'
  else
    case "\${COMP_WORDS[1]}:$previous" in
    help:help) words='${names}' ;;
${cases.join('')}    esac
  fi
  # Files where nothing else is meant.
  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _dehusk dehusk
`;
}

/** Colons, brackets and quotes mean something in the specifications of zsh. */
const zshText = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''");

function zshScript(commands: readonly DescribedCommand[]): string {
  const flagSpec = (flag: DescribedFlag): string => {
    const action = flag.choices.length > 0 ? `(${flag.choices.join(' ')})` : '_files';
    const value = flag.value === undefined ? '' : `${needsValue(flag) ? '' : ':'}:value:${action}`;
    return namesOf(flag)
      .map((name) => `      '*${name}[${zshText(flag.description)}]${value}'`)
      .join(' \\\n');
  };
  const cases = commands.map((command) => {
    const specs = command.flags.map((flag) => `${flagSpec(flag)} \\\n`).join('');
    const first = firstWords(command);
    const rest = first === '' ? '*:file:_files' : `1:word:(${first})`;
    return `    ${command.name})\n      _arguments \\\n${specs}      '${rest}' ;;\n`;
  });
  const list = commands.map(({ name, description }) => `    '${name}:${zshText(description)}'\n`);
  return `#compdef dehusk
_dehusk() {
  local -a commands
  commands=(
${list.join('')}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  ((CURRENT--))
  case $name in
${cases.join('')}  esac
}
_dehusk "$@"
`;
}

const fishText = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

function fishScript(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c dehusk -n __fish_use_subcommand -a ${command.name} -d ${fishText(command.description)}`,
    ...(firstWords(command) === ''
      ? []
      : [
          `complete -c dehusk -n '__fish_seen_subcommand_from ${command.name}' -f -a ${fishText(firstWords(command))}`,
        ]),
    ...command.flags.map((flag) => {
      const { short, long, description: about, choices } = flag;
      const names = `${short === undefined ? '' : ` -s ${short.slice(1)}`} -l ${long.slice(2)}`;
      const takes =
        choices.length > 0 ? ` -x -a ${fishText(choices.join(' '))}` : needsValue(flag) ? ' -r' : '';
      return `complete -c dehusk -n '__fish_seen_subcommand_from ${command.name}'${names}${takes} -d ${fishText(about)}`;
    }),
  ]);
  return `# fish completion of dehusk\n${lines.join('\n')}\n`;
}
