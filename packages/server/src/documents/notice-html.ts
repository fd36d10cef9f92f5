// A page with one sentence and one link, for a browser that gets no other page of the application. It loads nothing and
// runs no script.

import type { DocumentBrand } from './content.ts'
import { escaped, FONT, INK, languageAttributes, LINE, QUIET } from './html.ts'

export interface Notice {
  readonly status: number
  readonly language: string
  readonly brand: Pick<DocumentBrand, 'name' | 'colour'>
  readonly sentence: string
  readonly link: { readonly address: string; readonly label: string } | null
}

export function noticeHtml({ status, language, brand, sentence, link }: Notice): string {
  const way = link === null ? '' : `<p><a href="${escaped(link.address)}">${escaped(link.label)}</a></p>`
  return `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${status} · ${escaped(brand.name)}</title>
<style>
:root { color-scheme: light dark; --ink: ${INK}; --quiet: ${QUIET}; --line: ${LINE}; --ground: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e9eb; --quiet: #9aa1ad; --line: #3a3f47; --ground: #17191c } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 ${FONT} }
main { box-sizing: border-box; max-width: 34rem; min-height: 100vh; margin: 0 auto; padding: 24vh 24px 48px; overflow-wrap: anywhere }
strong { display: block; padding-bottom: 10px; border-bottom: 2px solid ${escaped(brand.colour ?? 'var(--ink)')}; font-size: 17px }
h1 { margin: 32px 0 8px; color: var(--quiet); font-size: 15px; font-weight: 600 }
p { margin: 0 0 24px; font-size: 20px; line-height: 1.4 }
a { display: inline-block; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; color: inherit; font-size: 15px; text-decoration: none }
a:hover, a:focus-visible { border-color: currentcolor }
</style>
</head>
<body>
<main>
<strong>${escaped(brand.name)}</strong>
<h1>${status}</h1>
<p>${escaped(sentence)}</p>
${way}
</main>
</body>
</html>
`
}
