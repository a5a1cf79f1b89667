type Question = (leave: () => void) => void;

let question: Question | undefined;

/** Leaves at once, or asks first where the page has unsaved changes: for what is no navigation (EDIT-1). */
export function leavePage(leave: () => void): void {
  if (question) question(leave);
  else leave();
}

/** Has {@link leavePage} ask; returns a function that ends it. */
export function askBeforeLeaving(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}
