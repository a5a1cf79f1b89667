/** One icon by its own file: the package's index names thousands, which tests would all load. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  // biome-ignore lint/style/noDefaultExport: the package's own shape
  export default icon;
}
