import type { ReactNode } from 'react';

interface IconProps {
  /** Width and height in pixels. */
  readonly size: number;
}

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

/** Decoration: the label of its button says what it stands for. */
function Icon({ size, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
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
