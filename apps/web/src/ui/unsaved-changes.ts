type Act = () => void;
type Question = (discards: readonly Act[], goOn: Act) => void;

/** The forms with unsaved changes, each with how it discards them. */
export const unsavedForms = new Map<string, Act>();

let question: Question | undefined;

/** Goes on at once, or asks first where the page has unsaved changes: for what is no navigation (EDIT-1). */
export function leavePage(goOn: Act, discards: readonly Act[] = [...unsavedForms.values()]): void {
  if (question && discards.length > 0) question(discards, goOn);
  else goOn();
}

/** Has {@link leavePage} ask; returns a function that ends it. */
export function askBeforeLeaving(ask: Question): Act {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}
