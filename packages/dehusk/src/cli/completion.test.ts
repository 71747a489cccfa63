import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { completionScript, defineCompletion } from './completion.ts';
import { describeCommands } from './described-commands.ts';

/** What bash offers behind these words. */
function offered(script: string, words: readonly string[]): readonly string[] {
  const program = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _dehusk
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', program], { encoding: 'utf8' }).trim().split('\n');
}

describe('the completion', () => {
  it('of bash offers commands, flags, and what a flag takes', async () => {
    const script = await completionScript('bash');
    expect(offered(script, ['dehusk', 's'])).toEqual(['search', 'sites']);
    expect(offered(script, ['dehusk', 'clean', '--fo'])).toEqual(['--format', '--force']);
    expect(offered(script, ['dehusk', 'clean', '--format', 'm'])).toEqual(['markdown', 'marked-html']);
    expect(offered(script, ['dehusk', 'clean', '--format', '=', 'm'])).toEqual(['markdown', 'marked-html']);
    expect(offered(script, ['dehusk', 'clean', '--duplicates', '='])).toEqual(['mark', 'drop']);
    expect(offered(script, ['dehusk', 'completion', ''])).toEqual(['bash', 'zsh', 'fish']);
    expect(offered(script, ['dehusk', 'help', 'cle'])).toEqual(['clean']);
    expect(offered(script, ['dehusk', 'clean', 'pages'])).toEqual(['']);
  });

  it.each(['zsh', 'fish'] as const)('of %s has every command and every flag', async (shell) => {
    const script = await completionScript(shell);
    for (const { name, flags } of await describeCommands()) {
      expect(script).toContain(name);
      for (const { long } of flags) expect(script).toContain(shell === 'fish' ? `-l ${long.slice(2)}` : long);
    }
  });

  it('takes no word for a value that may be left out', async () => {
    expect(await completionScript('fish')).toMatch(/-l bootstrap -d /);
    expect(await completionScript('zsh')).toMatch(/--bootstrap\[.*\]::value:_files/);
    expect(await completionScript('zsh')).toContain("'1:word:(bash zsh fish)'");
    expect(await completionScript('fish')).toContain("completion' -f -a 'bash zsh fish'");
  });

  it('refuses a shell that it does not know', async () => {
    const command = new Command('completion')
      .exitOverride()
      .configureOutput({ outputError: () => undefined });
    defineCompletion(command, () => undefined);
    await expect(command.parseAsync(['tcsh'], { from: 'user' })).rejects.toThrow('tcsh');
  });
});

describe('the description of the commands', () => {
  it('has all of them, with flags, arguments and examples', async () => {
    const described = await describeCommands();
    expect(described.map(({ name }) => name)).toEqual(Object.keys(commands));
    for (const { name, flags, more, parameters } of described) {
      expect(flags.map(({ long }) => long)).toContain('--help');
      expect(more).toContain('dehusk ');
      expect(parameters.length > 0).toBe(commands[name]!.args !== '');
    }
  });
});
