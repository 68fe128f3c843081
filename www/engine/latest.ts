// "Latest wins": for questions that come faster than their answers (hovering, zooming). One is under way, at most one
// waits, and what was asked in between is dropped; so the worker never works through a queue of stale mouse moves.

/** Wraps an asynchronous question. `deliver` gets each answer that was asked for, in order. */
export function latest<A, R>(
  question: (args: A) => Promise<R>,
  deliver: (answer: R, args: A) => void,
): (args: A) => void {
  let busy = false;
  let waiting: { args: A } | null = null;
  const run = async (args: A): Promise<void> => {
    busy = true;
    const answer = await question(args);
    busy = false;
    deliver(answer, args);
    const next = waiting;
    waiting = null;
    if (next && !busy) void run(next.args);
  };
  return (args) => {
    if (busy) waiting = { args };
    else void run(args);
  };
}
