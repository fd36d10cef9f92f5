// The author's side is in English, like keywords, diagnostics and manual. Over an application in another language, the
// `lang` attribute tells screen readers.

import { useEffect } from 'react'

export const AUTHORS_LANGUAGE = { lang: 'en', dir: 'ltr' } as const

/** Active while the page is an author's, including its dialogs. */
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
