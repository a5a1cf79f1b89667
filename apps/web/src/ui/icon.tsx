export interface IconProps {
  /** Width and height in pixels, at the default text size; it grows with the text. */
  readonly size: number;
}

const pixelsPerRem = 16;

// Icons that sign-in shows too; all others are in `icons.tsx`.

/** A tick: done, paid. */
export const CheckIcon = icon('M5 13l4.5 4.5L19 7');

/** A cross: closes or removes. */
export const CloseIcon = icon('M6 6l12 12M18 6L6 18');

/** Makes an icon of a path on 24 by 24 units. Decoration: the label of its button says what it means. */
export function icon(path: string) {
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
      <path d={path} />
    </svg>
  );
}
