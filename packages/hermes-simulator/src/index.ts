export { startHermesSimulator } from './start-hermes-simulator.js';
export type { HermesSimulator, HermesSimulatorOptions } from './start-hermes-simulator.js';
export { MAX_RECORDED_CALLS } from './call-record.js';
export type { CallRecord, RecordedCall } from './call-record.js';
export { scaledClock } from './clock.js';
export type { SimulatorClock } from './clock.js';
export type { Faults } from './faults/faults.js';
export type { Fault, FaultRoute, FaultRule } from './faults/fault-rule.js';
export type { ApprovalMode } from './runs/guard.js';
export type { ProfileName } from './profiles/profile.js';
export { BUILT_IN_SCRIPTS } from './script/built-in-scripts.js';
export { readScript } from './script/read-script.js';
export { ScriptError } from './script/shape.js';
export type {
  ApprovalChoice,
  ApprovalScript,
  ModelToolCall,
  ModelTurn,
  Script,
  Step,
  ToolScript,
  UsageScript,
} from './script/script.js';
