// A worker thread that lays out documents: content → the bytes of a PDF, the same bytes for the same content.

import { parentPort } from 'node:worker_threads'
import pdfmake, { type Definition, type PdfDocument, type SignsOfFont } from 'pdfmake/js/index.js'
import type { RenderAnswer, RenderRequest } from './content.ts'
import { fontFile } from './fonts.ts'
import { layoutOf } from './pdf-layout.ts'
import { printableText } from './printable-text.ts'

const [regular, medium] = [fontFile('Regular'), fontFile('Medium')]
pdfmake.setFonts({ Roboto: { normal: regular, bold: medium, italics: regular, bolditalics: medium } })
// The library fetches nothing, and reads no file but the fonts.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === regular || path === medium)

let signs: SignsOfFont | null = null

async function signsOfFont(): Promise<SignsOfFont> {
  signs ??= (await opened({ content: [{ text: ' ' }], defaultStyle: { font: 'Roboto' } })).provideFont(
    'Roboto',
    false,
    false,
  ).font
  return signs
}

function opened(definition: Definition): Promise<PdfDocument> {
  return pdfmake.createPdf(definition).getStream()
}

async function render({ content, pictures }: RenderRequest): Promise<Uint8Array> {
  const font = await signsOfFont()
  let hasNumbers = false
  const printed = (text: string): string => {
    const made = printableText(text, (codePoint) => font.hasGlyphForCodePoint(codePoint))
    hasNumbers ||= made.hasNumbers
    return made.text
  }
  const document = await opened(layoutOf(content, { pictures, printed, hasNumbers: () => hasNumbers }))
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk) => chunks.push(chunk))
    document.once('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.once('error', reject)
    document.end()
  })
}

parentPort?.on('message', (request: RenderRequest) => {
  const { id } = request
  render(request).then(
    (bytes) => parentPort?.postMessage({ id, bytes } satisfies RenderAnswer),
    (cause: unknown) =>
      parentPort?.postMessage({
        id,
        failed: cause instanceof Error ? cause.message : String(cause),
      } satisfies RenderAnswer),
  )
})
