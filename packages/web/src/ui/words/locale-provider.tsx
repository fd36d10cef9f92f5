// The reader's language. Its catalogue is loaded before any text is drawn, and choosing another language redraws the
// page.

import { DirectionProvider } from '@mantine/core'
import { startTransition, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import {
  browserLanguages,
  chooseLanguage,
  chosenLanguage,
  directionOf,
  languageFor,
  wordsFor,
  type Language,
} from '../../client/input/language.ts'
import { queryClient } from '../../client/query/query-client.ts'
import { CATALOGUES } from './catalogues.ts'
import { speakIn } from './words.ts'

let spoken: Language = 'en'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useChosenLanguage(): Language | null {
  return useSyncExternalStore(subscribe, chosenLanguage)
}

/** Messages of refusals come from the server, so they are fetched again. */
export function choose(language: Language | null): void {
  chooseLanguage(language)
  void queryClient.invalidateQueries()
  for (const listener of listeners) listener()
}

/** `stated`: by the specification; undefined: not known yet. Returns null while the catalogue is loading. */
export function useSpokenLanguage(stated: string | null | undefined): string | null {
  const chosen = useChosenLanguage()
  const tag = languageFor({ chosen, stated: stated ?? null, browser: browserLanguages() })
  const language = wordsFor(tag)
  const [, setSpoken] = useState(spoken)
  useEffect(() => {
    if (spoken === language) return
    let isWanted = true
    const load = CATALOGUES[language]
    // If a catalogue cannot be loaded, the app falls back to English.
    void (load === null ? Promise.resolve(null) : load().catch(() => null)).then((catalogue) => {
      if (!isWanted) return
      speakIn(catalogue)
      spoken = language
      startTransition(() => setSpoken(language))
    })
    return () => {
      isWanted = false
    }
  }, [language])
  useEffect(() => {
    document.documentElement.lang = tag
    document.documentElement.dir = directionOf(tag)
  }, [tag])
  return spoken === language ? tag : null
}

/** Mantine mirrors its own components for right-to-left scripts. */
export function Directed({ language, children }: { readonly language: string; readonly children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={directionOf(language)} detectDirection={false}>
      {children}
    </DirectionProvider>
  )
}
