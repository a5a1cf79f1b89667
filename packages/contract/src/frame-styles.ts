/** Paths of our style sheets that TranSafe's frame may load, one for each color scheme. */
export const frameStyleSheets = {
  light: '/myaccount/frame-styles/light.css',
  dark: '/myaccount/frame-styles/dark.css',
} as const;
