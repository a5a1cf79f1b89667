/** A short message that disappears by itself. Anything that needs action also stays on the page. */
export interface Toast {
  readonly id: number;
  /** An announcement is only read out: who sees the page sees the change itself. */
  readonly kind: 'success' | 'failure' | 'announcement';
  readonly text: string;
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(changed: readonly Toast[]): void {
  toasts = changed;
  for (const listener of listeners) listener();
}

/** Shows a message for as long as the operator set (2 s); `text` is already in the customer's language. */
export function showToast(kind: Toast['kind'], text: string): void {
  publish([...toasts, { id: nextId++, kind, text }]);
}

/** Has screen readers read out a change on the page that takes no focus. */
export function announce(text: string): void {
  showToast('announcement', text);
}

/** Removes a message. */
export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** Returns the visible messages, oldest first. */
export function shownToasts(): readonly Toast[] {
  return toasts;
}

/** Calls `listener` on every change; returns a function that unsubscribes. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
