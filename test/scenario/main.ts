import { scenarioCommand } from './report/scenario-command.js';

// npm runs scripts in the folder of the package and says where it was called.
const base = process.env['INIT_CWD'] ?? process.cwd();

try {
  process.exitCode = await scenarioCommand(process.argv.slice(2), base, {
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
    },
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
