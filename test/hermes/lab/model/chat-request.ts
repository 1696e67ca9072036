/** One call that the model received. */
export interface ChatRequest {
  /** Which script it plays; null without a marker, as in calls that Hermes makes beside a run. */
  readonly script: string | null;
  /** How many answers the model has given in this conversation. */
  readonly turn: number;
  /** What the user said, all of it. */
  readonly user: string;
  /** What the tools gave back, in order. */
  readonly toolResults: readonly string[];
  /** The names of the tools on offer. */
  readonly tools: readonly string[];
}

interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
}

/** The marker in what the user said that picks the script. */
const MARKER = /\bSCRIPT=([\w-]+)/;

/** Reads the body of `POST /v1/chat/completions`, as far as the scripted model cares. */
export function readChatRequest(body: string): ChatRequest {
  const { messages = [], tools = [] } = JSON.parse(body) as {
    readonly messages?: readonly Message[];
    readonly tools?: readonly { readonly function?: { readonly name?: unknown } }[];
  };
  const said = (role: string): readonly string[] =>
    messages.filter((message) => message.role === role).map(({ content }) => textOf(content));
  const user = said('user').join('\n');
  return {
    script: MARKER.exec(user)?.[1] ?? null,
    turn: said('assistant').length,
    user,
    toolResults: said('tool'),
    tools: tools.map((tool) => String(tool.function?.name)),
  };
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}
