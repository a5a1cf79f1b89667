// Icons of the Tabler set (tabler.io/icons, MIT license, copyright Paweł Kuna). The package itself takes 90 MB.

interface IconProps {
  /** Width and height in pixels. */
  readonly size: number;
}

const menuPaths = ['M4 6l16 0', 'M4 12l16 0', 'M4 18l16 0'];
const chevronDownPaths = ['M6 9l6 6l6 -6'];
const settingsPaths = [
  'M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37' +
    'a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 ' +
    '-.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 ' +
    '-2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 ' +
    '-2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 ' +
    '-1.065',
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
];

export function MenuIcon({ size }: IconProps) {
  return <OutlineIcon size={size} paths={menuPaths} />;
}

export function ChevronDownIcon({ size }: IconProps) {
  return <OutlineIcon size={size} paths={chevronDownPaths} />;
}

export function SettingsIcon({ size }: IconProps) {
  return <OutlineIcon size={size} paths={settingsPaths} />;
}

/** Decoration: what it stands for is the label of its button. */
function OutlineIcon({ size, paths }: IconProps & { readonly paths: readonly string[] }) {
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
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
