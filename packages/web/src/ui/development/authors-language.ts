// The author's side speaks the language in which specifications are written, with their keywords, diagnostics and manual.
// Over an application in another language, whoever reads it aloud is told so.

import { useEffect } from 'react'

export const AUTHORS_LANGUAGE = { lang: 'en', dir: 'ltr' } as const

/** As long as the page is an author's, with everything that opens over it. */
export function useAuthorsLanguage(): void {
  useEffect(() => {
    const root = document.documentElement
    const { lang, dir } = root
    Object.assign(root, AUTHORS_LANGUAGE)
    return () => {
      Object.assign(root, { lang, dir })
    }
  }, [])
}
