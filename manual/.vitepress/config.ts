// The pages that scripts/builds/manual.ts has laid out → a site.

import { readFileSync } from 'node:fs'
import { defineConfig, type DefaultTheme } from 'vitepress'

interface Site {
  readonly base: string
  readonly playground: string
  readonly sidebars: DefaultTheme.SidebarMulti
}

const site = JSON.parse(readFileSync(new URL('../pages/site.json', import.meta.url), 'utf8')) as Site

/** The theme's own settings, and the address of the playground. */
type ThemeConfig = DefaultTheme.Config & { readonly playground: string }

export default defineConfig<ThemeConfig>({
  title: 'Ninefold',
  description: 'A specification in nine points is the program.',
  lang: 'en',
  base: site.base,
  srcDir: 'pages',
  cacheDir: '.cache',
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${site.base}icon.svg` }]],
  markdown: { theme: { light: 'github-light', dark: 'github-dark' } },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    nav: [
      { text: 'Ten minutes', link: '/docs/tutorials/1-from-a-wish-to-an-application', activeMatch: '/docs/tutorials/' },
      { text: 'Language', link: '/reference/guide', activeMatch: '/reference/' },
      { text: 'Operation', link: '/docs/operation' },
    ],
    sidebar: site.sidebars,
    playground: site.playground,
    outline: { level: [2, 3] },
    externalLinkIcon: false,
  },
})
