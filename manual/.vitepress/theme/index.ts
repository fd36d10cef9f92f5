// The product's colours over the default theme, and the way to the playground. The menu of the theme itself leads below the
// site's base only, and the playground lies beside it.

import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { h, type VNode } from 'vue'
import './site.css'

function PlaygroundLink(): VNode {
  const { theme } = useData<{ readonly playground: string }>()
  return h('a', { class: 'to-playground', href: theme.value.playground, target: 'ninefold-playground' }, 'Playground')
}

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(PlaygroundLink),
      'nav-screen-content-after': () => h(PlaygroundLink),
    }),
}
