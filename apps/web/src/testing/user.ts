import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/** A customer at the keyboard and the mouse. Style sheets are not loaded, so none is asked what can be pressed. */
export const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
