/** Focuses a field, of a choice the chosen answer. Returns true when it can take the focus. */
export function focusField(within: HTMLElement | null, name: string): boolean {
  const find = (state: string) => within?.querySelector<HTMLElement>(`[name="${name}"]:enabled${state}`);
  const field = find(':checked') ?? find('');
  field?.focus();
  return field !== undefined && field !== null;
}
