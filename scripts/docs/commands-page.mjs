// @ts-check

/** @typedef {Awaited<ReturnType<typeof import('../../services/cli/src/program.js').createProgram>>} Command */

/**
 * The page `docs/commands.md` for a command line, before formatting.
 *
 * @param {Command} program
 * @returns {string}
 */
export function commandsPage(program) {
  return `# Commands

<!-- Written by \`npm run docs\` from services/cli/src/commands; a test fails when the two differ. -->

Every command of \`${program.name()}\` with its arguments and options, as \`--help\` has them. What the exit codes mean stands in the
[README](../README.md#exit-codes). Colours are left out when \`NO_COLOR\` is set, when \`TERM\` is \`dumb\` and when the output is no terminal.
${commandsOf(program, program.name())
  .map(([path, command]) => sectionOf(path, command))
  .join('')}`;
}

/**
 * Commands that do something, with their whole names.
 *
 * @param {Command} command
 * @param {string} path
 * @returns {[string, Command][]}
 */
function commandsOf(command, path) {
  return command.commands.flatMap((it) => {
    const whole = `${path} ${it.name()}`;
    return it.commands.length === 0 ? [[whole, it]] : commandsOf(it, whole);
  });
}

/**
 * @param {string} path
 * @param {Command} command
 */
function sectionOf(path, command) {
  const given = command.registeredArguments.map(
    (argument) => `| \`${argumentName(argument)}\` | ${cell(argument.description, argument.argChoices)} |`,
  );
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(
      ({ flags, description, defaultValue, argChoices }) =>
        `| \`${flags}\` | ${cell(description, argChoices)}${defaultValue === undefined ? '' : ` (default \`${String(defaultValue)}\`)`} |`,
    );
  const rows = [...given, ...options];
  const table = rows.length === 0 ? '' : `\n| | |\n| --- | --- |\n${rows.join('\n')}\n`;
  return `\n## ${path}\n\n${sentence(command.description())}\n${table}`;
}

/** @param {Command['registeredArguments'][number]} argument */
function argumentName(argument) {
  const whole = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${whole}>` : `[${whole}]`;
}

/**
 * @param {string} description
 * @param {readonly string[] | undefined} choices
 */
function cell(description, choices) {
  const text = choices === undefined ? description : `${description}: ${choices.join(', ')}`;
  return text.replaceAll('|', '\\|').replaceAll(/\s+/gu, ' ');
}

/** @param {string} text */
function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(whole) ? whole : `${whole}.`;
}
