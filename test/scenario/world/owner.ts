/** A process as the scheduler knows it. */
export interface Owner {
  readonly state: 'running' | 'paused' | 'dead';
}
