// The files of the font for documents: beside the published program, in the package that brings it, or in a checkout.

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** `Regular`, `Medium`: Latin, Greek and Cyrillic letters. */
export function fontFile(weight: 'Regular' | 'Medium'): string {
  const name = `Roboto-${weight}.ttf`
  if (isPublished()) return fileURLToPath(new URL(`fonts/${name}`, import.meta.url))
  return createRequire(import.meta.url).resolve(`pdfmake/build/fonts/Roboto/${name}`)
}

/** The rendering program, which runs in a worker thread. */
export function rendererFile(): URL {
  return new URL(isPublished() ? './document-renderer.mjs' : './render-worker.ts', import.meta.url)
}

function isPublished(): boolean {
  return !import.meta.url.endsWith('.ts')
}
