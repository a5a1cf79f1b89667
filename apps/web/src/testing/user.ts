import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/** A customer at the keyboard and the mouse. Style sheets are not loaded, so none is asked what can be pressed. */
export const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });

/** Types a text into a field in place of what it holds. */
export async function retype(field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text) await user.type(field, text);
}
