/** Events that begin the history of an id. InvocationAccepted: for a binding whose first event is gone. */
export const BEGINNINGS = ['OperatorRunRequested', 'InvocationAccepted', 'CommandRefused'] as const;
