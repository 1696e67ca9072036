import type { Json } from '@aip-hermes/aip';

/** The parts of an admitted operator Action that the provider payload is made of. */
export interface OperatorAction {
  readonly id: string;
  readonly input: Json;
}
