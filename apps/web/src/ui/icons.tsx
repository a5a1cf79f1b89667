import type { ReactNode } from 'react';

export interface IconProps {
  /** Width and height in pixels, at the default text size; it grows with the text. */
  readonly size: number;
}

const pixelsPerRem = 16;

/** Three lines: opens the menu of a phone. */
export const MenuIcon = icon(<path d="M4 6h16M4 12h16M4 18h16" />);

/** Points down: something opens below. */
export const ChevronDownIcon = icon(<path d="M6 9l6 6 6-6" />);

/** Two sliders: opens the settings. */
export const SettingsIcon = icon(
  <>
    <path d="M4 8h7M17 8h3M4 16h3M13 16h7" />
    <circle cx="14" cy="8" r="3" />
    <circle cx="10" cy="16" r="3" />
  </>,
);

/** Points to the end of the line: the row leads somewhere. */
export const ChevronRightIcon = icon(<path d="M9 6l6 6-6 6" />);

/** A tick: done, paid. */
export const CheckIcon = icon(<path d="M5 13l4.5 4.5L19 7" />);

/** A clock: waiting. */
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3 2" />
  </>,
);

/** An exclamation mark in a circle: needs attention. */
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.5v.01" />
  </>,
);

/** A calendar: due on a day. */
export const CalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="15" rx="2" />
    <path d="M4 10.5h16M8.5 3v4M15.5 3v4" />
  </>,
);

/** An arrow on its line: on its way. */
export const OnItsWayIcon = icon(<path d="M3 12h17M14 6l6 6-6 6" />);

/** A cross: closes or removes. */
export const CloseIcon = icon(<path d="M6 6l12 12M18 6L6 18" />);

/** An arrow onto a line: saves a file. */
export const DownloadIcon = icon(<path d="M12 4v11M7 10l5 5 5-5M5 20h14" />);

/** Makes an icon of a drawing on 24 by 24 units. Decoration: the label of its button says what it stands for. */
function icon(drawing: ReactNode) {
  return ({ size }: IconProps) => (
    <svg
      aria-hidden="true"
      width={`${size / pixelsPerRem}rem`}
      height={`${size / pixelsPerRem}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing}
    </svg>
  );
}
