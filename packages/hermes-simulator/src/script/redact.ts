/** Keys are shortened to their first six and last four characters. */
const KEYS = /\b(?:sk-|ghp_)[A-Za-z0-9]{16,}/g;

/** Values of assignments that look like secrets vanish. */
const ASSIGNMENTS = /\b([A-Z_]*(?:KEY|TOKEN|SECRET|PASSWORD))=\S+/g;

/** How the server shortens keys in a model's error text (4.1). */
export function shortenKeys(text: string): string {
  return text.replace(KEYS, (key) => `${key.slice(0, 6)}...${key.slice(-4)}`);
}

/** How the server shows a command in a question; `preview` is not redacted (5.3, 6.2). */
export function redactCommand(command: string): string {
  return shortenKeys(command.replace(ASSIGNMENTS, '$1=***'));
}
