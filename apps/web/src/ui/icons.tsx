import type { ReactNode } from 'react';

export interface IconProps {
  /** Width and height in pixels, at the default text size; it grows with the text. */
  readonly size: number;
}

const pixelsPerRem = 16;

/** Three lines: opens the menu of a phone. */
export function MenuIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4 6h16M4 12h16M4 18h16" />
    </Icon>
  );
}

/** Points down: something opens below. */
export function ChevronDownIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6 9l6 6 6-6" />
    </Icon>
  );
}

/** Two sliders: opens the settings. */
export function SettingsIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4 8h7M17 8h3M4 16h3M13 16h7" />
      <circle cx="14" cy="8" r="3" />
      <circle cx="10" cy="16" r="3" />
    </Icon>
  );
}

/** Points to the end of the line: the row leads somewhere. */
export function ChevronRightIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M9 6l6 6-6 6" />
    </Icon>
  );
}

/** A tick: done, paid. */
export function CheckIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M5 13l4.5 4.5L19 7" />
    </Icon>
  );
}

/** A clock: waiting. */
export function ClockIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3 2" />
    </Icon>
  );
}

/** An exclamation mark in a circle: needs attention. */
export function AlertIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.5v.01" />
    </Icon>
  );
}

/** A calendar: due on a day. */
export function CalendarIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="4" y="5.5" width="16" height="15" rx="2" />
      <path d="M4 10.5h16M8.5 3v4M15.5 3v4" />
    </Icon>
  );
}

/** An arrow on its line: on its way. */
export function OnItsWayIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M3 12h17M14 6l6 6-6 6" />
    </Icon>
  );
}

/** A cross: closes or removes. */
export function CloseIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6 6l12 12M18 6L6 18" />
    </Icon>
  );
}

/** An arrow onto a line: saves a file. */
export function DownloadIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M12 4v11M7 10l5 5 5-5M5 20h14" />
    </Icon>
  );
}

/** Decoration: the label of its button says what it stands for. */
function Icon({ size, children }: IconProps & { readonly children: ReactNode }) {
  return (
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
      {children}
    </svg>
  );
}
