import { type CSSVariablesResolver, createTheme, type MantineColorShade, virtualColor } from '@mantine/core';
import { config } from '../api/config.ts';
import { readableShade, shadesOf } from '../ui/accent.ts';

const lightPage = '#ffffff';
const darkCard = '#1d2024';
/** Luminance above which black text is more readable than white on a filled button. */
const equalContrastLuminance = 0.179;
const shades = shadesOf(config.brand.color);

/** The theme: the operator's color, gray, 8 px grid, 12 px corners. */
export const theme = createTheme({
  // Virtual, so that the text on a filled button is chosen for each scheme.
  colors: { shades, brand: virtualColor({ name: 'brand', light: 'shades', dark: 'shades' }) },
  primaryColor: 'brand',
  primaryShade: {
    light: readableShade(shades, lightPage) as MantineColorShade,
    dark: readableShade(shades, darkCard) as MantineColorShade,
  },
  autoContrast: true,
  luminanceThreshold: equalContrastLuminance,
  fontFamily: "'Inter Variable', 'Inter fallback', 'Inter fallback wide', system-ui, sans-serif",
  headings: { fontFamily: 'inherit', fontWeight: '650' },
  defaultRadius: 'md',
  radius: { md: '0.5rem', lg: '0.75rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
});

/** What text and links stand on in the light scheme. */
export const lightBackgrounds = {
  '--page-background': '#f6f7f9',
  '--card-background': lightPage,
  '--good-background': '#e3f4ea',
  '--bad-background': '#fdeceb',
  '--wait-background': '#fdf3dc',
  '--quiet-background': '#eef1f4',
};

/** What text and links stand on in the dark scheme. */
export const darkBackgrounds = {
  '--page-background': '#131518',
  '--card-background': darkCard,
  '--good-background': '#16331f',
  '--bad-background': '#43201d',
  '--wait-background': '#3a2c0d',
  '--quiet-background': '#282c32',
};

/** Returns the brand's shade that a link can have on every background of a scheme. */
function linkColor(backgrounds: Readonly<Record<string, string>>): string {
  return shades[readableShade(shades, ...Object.values(backgrounds))] ?? '';
}

/** Page colors that Mantine has no names for, in both color schemes. */
export const pageColors: CSSVariablesResolver = () => ({
  variables: { '--focus-ring': 'var(--mantine-primary-color-filled)' },
  light: {
    ...lightBackgrounds,
    '--mantine-color-text': '#1a1d21',
    '--mantine-color-dimmed': '#585f68',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': linkColor(lightBackgrounds),
    '--mantine-color-default-border': '#868e96',
    '--hairline': '#dfe3e8',
    '--field-line': '#868e96',
    '--good': '#146c3c',
    '--bad': '#b42318',
    '--wait': '#7a4d00',
  },
  dark: {
    ...darkBackgrounds,
    '--mantine-color-text': '#eceef1',
    '--mantine-color-dimmed': '#a7afb9',
    '--mantine-color-body': '#131518',
    '--mantine-color-error': '#ff9a92',
    '--mantine-color-anchor': linkColor(darkBackgrounds),
    '--mantine-color-default': '#1d2024',
    '--mantine-color-default-hover': '#282c32',
    '--mantine-color-default-border': '#7d8590',
    '--hairline': '#33383f',
    '--field-line': '#7d8590',
    '--good': '#7fd8a3',
    '--bad': '#ff9a92',
    '--wait': '#f2c66d',
  },
});
