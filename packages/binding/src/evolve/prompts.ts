import type { BindingState, OpenPrompt } from '../state.js';

/** A prompt waits for a person; it is the newest (SPEC A1). */
export function openPrompt(state: BindingState, prompt: OpenPrompt): void {
  state.binding.open_prompts.push(prompt);
  state.binding.approval_generation = prompt.generation;
  state.binding.pending_approval = prompt.prompt;
}

/** Closes the prompts of these generations; a waiting run goes on once none is open (SPEC A5, A10). */
export function closePrompts(state: BindingState, generations: readonly number[]): void {
  const { binding } = state;
  binding.open_prompts = binding.open_prompts.filter((prompt) => !generations.includes(prompt.generation));
  binding.pending_approval = binding.open_prompts.at(-1)?.prompt ?? null;
  if (binding.status === 'waiting_for_approval' && binding.open_prompts.length === 0)
    binding.status = 'running';
}

/** Nobody is asked any more: a run that has ended waits for no answer (SPEC A10). */
export function dropPrompts(state: BindingState): void {
  state.binding.open_prompts = [];
  state.binding.pending_approval = null;
}
