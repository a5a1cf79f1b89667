/** One icon from its own file: the package's index would load thousands of icons in every test. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  // biome-ignore lint/style/noDefaultExport: the package's own shape
  export default icon;
}
