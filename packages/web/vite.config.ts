// How the web app is built: everything under /_ninefold/, so that no address of a specification is taken.
// The theme's variables become a static style sheet here, because the page forbids inline styles.

import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { theme } from './src/ui/theme.ts'

const THEME_SHEET = 'virtual:theme.css'

function themeSheet(): Plugin {
  return {
    name: 'theme-sheet',
    resolveId: (id) => (id === THEME_SHEET ? `\0${THEME_SHEET}` : null),
    load: (id) => (id === `\0${THEME_SHEET}` ? themeVariables() : null),
  }
}

/** Mantine would write these into a style element at run time. */
function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  return convertCssVariables(defaultCssVariablesResolver(merged), ':root')
}

export default defineConfig({
  plugins: [react(), themeSheet()],
  build: {
    assetsDir: '_ninefold/assets',
    target: 'es2023',
    // The page's rules allow no data: addresses for scripts, and small files gain nothing.
    assetsInlineLimit: 0,
    // vite's module preload helper is a module of its own, never an inline script.
    modulePreload: { polyfill: false },
  },
})
