// The theme: one accent, quiet greys, small type with generous spacing. Changes of the look belong here;
// an application's own colour replaces the accent (brand.ts). The build turns all of it into a style sheet
// (vite.config.ts), and everything else uses its variables.

import { createTheme, type MantineColorsTuple } from '@mantine/core'

const accent: MantineColorsTuple = [
  '#f0f1fc',
  '#e0e2f8',
  '#c3c6f0',
  '#a3a8e8',
  '#868ce0',
  '#6a71d4',
  '#525ac6',
  '#454cb0',
  '#3a4194',
  '#2f3577',
]

const grey: MantineColorsTuple = [
  '#f7f7f8',
  '#f0f0f2',
  '#e6e6e9',
  '#d8d9dd',
  '#c2c4ca',
  '#8f929b',
  '#646873',
  '#4d515b',
  '#34373f',
  '#1d1f24',
]

const dark: MantineColorsTuple = [
  '#d6d7db',
  '#b4b6bd',
  '#9da0a9',
  '#6f727c',
  '#43464e',
  '#33353b',
  '#27292e',
  '#1c1d21',
  '#151619',
  '#0f1012',
]

const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#fcc2c2',
  '#f79c9d',
  '#ee7375',
  '#e04e51',
  '#cf3539',
  '#b3282c',
  '#962126',
  '#7a1c20',
]

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, gray: grey, dark, red },
  black: '#1d1f24',
  fontFamily: "'Inter Variable', 'Letters until then', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.55', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A refused form also sets the focus: a list that opens then would cover the message.
    Select: { defaultProps: { openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    Button: { defaultProps: { size: 'xs' } },
    Tooltip: {
      defaultProps: {
        withArrow: false,
        openDelay: 250,
        multiline: true,
        maw: 280,
        events: { hover: true, focus: true, touch: true },
      },
    },
    // Options are aligned with the left of their input. Centred, they would overflow a phone's screen until they are
    // laid out, and the phone would zoom out.
    Combobox: { defaultProps: { position: 'bottom-start' } },
    // Mantine's scroll lock writes a style element, which the Content-Security-Policy forbids; frame.css locks instead.
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: 'lg' } },
    Drawer: { defaultProps: { lockScroll: false } },
  },
})

/** Backgrounds, lines and text on light pages, and overrides of Mantine's choices. */
export const ON_LIGHT = {
  '--ground': '#f9f9fa',
  '--surface': '#fff',
  '--surface-raised': '#fff',
  '--surface-sunken': '#f1f1f4',
  '--mark': '#fff0b8',
  '--colour-1': '#525ac6',
  '--colour-2': '#1f8a7d',
  '--colour-3': '#c07f16',
  '--colour-4': '#c2466f',
  '--colour-5': '#3a7ab8',
  '--hover': 'rgb(20 22 40 / 5%)',
  '--selected': 'rgb(20 22 40 / 8%)',
  '--chosen': 'var(--mantine-color-accent-0)',
  '--line': '#e8e8ec',
  '--line-strong': '#dcdde2',
  '--chart-1': '#525ac6',
  '--chart-2': '#1f8a7d',
  '--chart-3': '#c07f16',
  '--chart-4': '#c2466f',
  '--chart-5': '#3a7ab8',
  '--text-soft': '#464a55',
  '--flag': '#ececf1',
  '--flag-text': '#34373f',
  '--note': '#fffaeb',
  '--note-line': '#f3e2b3',
  '--note-text': '#7a5200',
  '--alarm': '#fdecec',
  '--alarm-text': '#a52323',
  '--shadow-low': '0 1px 2px rgb(20 22 40 / 5%), 0 8px 24px rgb(20 22 40 / 5%)',
  '--mantine-color-dimmed': '#646873',
  '--mantine-color-placeholder': '#6d717b',
  '--mantine-color-error': '#c4292c',
  '--mantine-color-default-border': '#d8d9df',
  '--mantine-color-anchor': 'var(--mantine-color-accent-7)',
} as const

/** The same on dark pages. */
export const ON_DARK = {
  '--ground': '#131417',
  '--surface': '#18191c',
  '--surface-raised': '#1f2024',
  '--surface-sunken': '#26272c',
  '--mark': '#54470f',
  '--colour-1': '#868ce0',
  '--colour-2': '#46b0a2',
  '--colour-3': '#d9a441',
  '--colour-4': '#e07b9d',
  '--colour-5': '#6aa7de',
  '--hover': 'rgb(255 255 255 / 5%)',
  '--selected': 'rgb(255 255 255 / 9%)',
  '--chosen': '#22243a',
  '--line': '#292a2f',
  '--line-strong': '#3a3b42',
  '--chart-1': '#868ce0',
  '--chart-2': '#46b0a2',
  '--chart-3': '#d9a441',
  '--chart-4': '#e07b9d',
  '--chart-5': '#6aa7de',
  '--text-soft': '#b9bbc3',
  '--flag': '#303138',
  '--flag-text': '#d6d7db',
  '--note': '#231f14',
  '--note-line': '#453a1c',
  '--note-text': '#e6c06a',
  '--alarm': '#4a2023',
  '--alarm-text': '#ffb4b4',
  '--shadow-low': 'none',
  '--mantine-color-body': '#18191c',
  '--mantine-color-text': '#e3e4e8',
  '--mantine-color-dimmed': '#9a9da7',
  '--mantine-color-placeholder': '#9094a0',
  '--mantine-color-error': '#ff8787',
  '--mantine-color-anchor': 'var(--mantine-color-accent-3)',
  '--mantine-color-default': '#222328',
  '--mantine-color-default-hover': '#2a2b31',
  '--mantine-color-default-border': '#3a3b42',
} as const
