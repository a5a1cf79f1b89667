import { type RefObject, useLayoutEffect } from 'react';

/**
 * Takes over what was typed into the page before its scripts arrived, and sends the form if that was tried: the early
 * script marks it (`app/early.ts`).
 */
export function useEarlyInput(
  input: RefObject<HTMLInputElement | null>,
  onValue: (value: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first render from state replaces the value
  useLayoutEffect(() => {
    const field = input.current;
    if (!field?.value) return;
    onValue(field.value);
    const { form } = field;
    if (form?.dataset.submitted === undefined) return;
    delete form.dataset.submitted;
    setTimeout(() => form.requestSubmit());
  }, []);
}
