import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATE_WORDS } from '../commands/state-filter.js';
import { processOutput } from '../process-output.js';
import { createProgram } from '../program.js';
import { bashScript } from './bash-script.js';
import { allNodes, commandTree, type CommandNode } from './command-tree.js';
import { fishScript } from './fish-script.js';
import { zshScript } from './zsh-script.js';

let root: CommandNode;
let folder: string;
beforeAll(async () => {
  root = commandTree(await createProgram(processOutput, undefined, null));
  folder = mkdtempSync(join(tmpdir(), 'aip-hermes-completion-'));
  writeFileSync(join(folder, 'hermes one.yaml'), '');
  mkdirSync(join(folder, 'hermes data'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a real bash offers for a command line, the last word being completed. */
function offered(...words: readonly string[]): readonly string[] {
  const script = `set -u
${bashScript(root)}
COMP_WORDS=(aip-hermes "$@")
COMP_CWORD=$#
_aip_hermes
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = execFileSync('bash', ['--norc', '-c', script, 'bash', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return text.split('\n').filter((line) => line !== '');
}

const namesOf = (node: CommandNode | undefined): readonly string[] =>
  node?.commands.map(({ path }) => path.at(-1) ?? '') ?? [];

describe('completion in bash', () => {
  it('offers every command', () => {
    expect(namesOf(root)).toContain('dead-letters');
    expect(offered('')).toEqual(expect.arrayContaining([...namesOf(root), '--version', '--help']));
    expect(offered('sub')).toEqual(['submit']);
  });

  it('offers the commands and options of a command, its own and not those of one with the same name', () => {
    expect(offered('config', '')).toEqual(expect.arrayContaining(['check', 'show', 'schema']));
    expect(offered('config', 'check', '--no')).toEqual(['--no-keys']);
    expect(offered('show', 'act_1', '--')).toEqual(
      expect.arrayContaining(['--data', '--config', '--json', '--help']),
    );
    expect(offered('config', 'show', '--')).not.toContain('--data');
    expect(offered('dead-letters', 'show', '--r')).toEqual(['--raw']);
  });

  it('offers the choices of options and arguments, also after =', () => {
    expect(offered('submit', '--mode', '')).toEqual(['streaming', 'sync', 'async']);
    expect(offered('submit', '--mode', '=', 'st')).toEqual(['streaming']);
    expect(offered('submit', '--mode', '=')).toEqual(['streaming', 'sync', 'async']);
    expect(offered('list', '--state', '')).toEqual(STATE_WORDS);
    expect(offered('list', '--state', 'failed,canc')).toEqual(['failed,cancelling', 'failed,cancelled']);
    expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it('offers files where one is wanted, directories where one is, and nothing where neither', () => {
    expect(offered('up', '--config', 'her')).toEqual(['hermes data', 'hermes one.yaml']);
    expect(offered('up', '--data', 'her')).toEqual(['hermes data']);
    expect(offered('submit', 'her')).toEqual(['hermes data', 'hermes one.yaml']);
    expect(offered('list', '--limit', '')).toEqual([]);
  });

  it('words of a value never change the command', () => {
    expect(offered('list', '--config', 'check', '--st')).toEqual(['--state']);
  });
});

describe('completion in other shells', () => {
  it('zsh: names every command with its summary, every option, file and choices', () => {
    const script = zshScript(root);
    expect(script).toMatch(/^#compdef aip-hermes\n/);
    for (const { path, options, summary } of allNodes(root)) {
      expect(script).toContain(`${['_aip_hermes', ...path].join('_')}() {`);
      if (path.length > 0) expect(script).toContain(`'${path.at(-1) ?? ''}:${summary.slice(0, 10)}`);
      for (const { flag } of options) expect(script).toContain(`'${flag}[`);
    }
    expect(script).toContain("'--config[configuration, YAML or JSON]:value:_files'");
    expect(script).toContain("'--data[data directory (mode 0700)]:value:_files -/'");
    expect(script).toMatch(/'--mode\[.*\]:value:\(streaming sync async\)'/);
    expect(script).toContain("'1:argument:(bash zsh fish)'");
    expect(script).toContain('compdef _aip_hermes aip-hermes');
  });

  it('fish: names every command and option where it belongs, file and choices', () => {
    const script = fishScript(root);
    for (const { path, options } of allNodes(root)) {
      const at = `complete -c aip-hermes -n '__aip_hermes_at "${path.join(' ')}"'`;
      for (const { flag } of options) expect(script).toContain(`${at} -l ${flag.slice(2)} -d `);
      for (const name of namesOf(allNodes(root).find((it) => it.path === path)))
        expect(script).toContain(`${at} -a ${name} -d `);
    }
    expect(script).toMatch(/-l config -d 'configuration, YAML or JSON' -r -F\n/);
    expect(script).toMatch(/-l data -d '.*' -x -a '\(__fish_complete_directories\)'\n/);
    expect(script).toMatch(/-l limit -d '.*' -x\n/);
    expect(script).toMatch(/-l mode -d '.*' -x -a 'streaming sync async'\n/);
  });

  it('quotes and marks in a summary stay text', () => {
    const odd: CommandNode = {
      path: [],
      summary: '',
      argument: null,
      commands: [],
      options: [{ flag: '--odd', summary: "it's [a]: b", value: null }],
    };
    expect(zshScript(odd)).toContain(`'--odd[it'\\''s \\[a\\]\\: b]'`);
    expect(fishScript(odd)).toContain(`-l odd -d 'it\\'s [a]: b'`);
  });
});
