/** What a person can do about letters of one reason: sentences, and whether its bytes are worth correcting. */
export interface LetterAdvice {
  readonly text: string;
  /** Suggest to save the bytes and to submit them corrected. */
  readonly resend: boolean;
}

const ADVICE: ReadonlyMap<string, LetterAdvice> = new Map([
  ['empty', { text: 'There is nothing to send again; tell whoever sends empty records.', resend: false }],
  ['not_utf8', { text: 'A command is JSON in UTF-8: correct the encoding.', resend: true }],
  ['not_json', { text: 'A command is one JSON value: correct it.', resend: true }],
  ['duplicate_member', { text: 'Two members have one name: keep one of them.', resend: true }],
  ['too_deep', { text: 'Values are nested too deeply: flatten them.', resend: true }],
  [
    'inexact',
    {
      text: 'It cannot be compared exactly: send big integers as text, and well-formed Unicode.',
      resend: true,
    },
  ],
  ...['unsafe_integer', 'number_out_of_range'].map(
    (code) =>
      [
        code,
        {
          text: 'A number cannot be kept exactly: send integers beyond 2^53 - 1 as text.',
          resend: true,
        },
      ] as const,
  ),
  [
    'not_an_envelope',
    { text: 'The bus takes Envelopes of AIP; `submit` also takes a bare Action and wraps it.', resend: true },
  ],
  [
    'too_large',
    {
      text: 'Send less, with large material where Hermes can read it, or raise `ingress.max_command_bytes`.',
      resend: false,
    },
  ],
  [
    'unsupported_message_type',
    {
      text: 'The connector takes Actions, cancels and delegation requests; this belongs elsewhere.',
      resend: false,
    },
  ],
  [
    'message_id_reused',
    {
      text: 'Another command has this message_id: give it one of its own, if it is still wanted.',
      resend: true,
    },
  ],
]);

const OTHER: LetterAdvice = { text: 'Correct what the reason names.', resend: true };

/** Advice for a reason; one that is not known gets a general one. */
export function letterAdvice(code: string): LetterAdvice {
  return ADVICE.get(code) ?? OTHER;
}

/** Every reason with advice of its own. */
export const ADVISED_CODES: readonly string[] = [...ADVICE.keys()];
