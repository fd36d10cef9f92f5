// The texts that an editor has open → the specifications that they belong to, each with all of its files: as they are
// open, otherwise as they are on disk.

import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { BYTE_ORDER_MARK } from '@ninefold/core/outline/parse-markdown.ts'
import { listedChapters } from '@ninefold/core/read/chapters.ts'
import { openDocument, type Document } from '@ninefold/core/service/document.ts'
import { bound, chaptersOf, type ChapterFile } from '@ninefold/core/text/chapters.ts'
import type { Span } from '@ninefold/core/text/source.ts'
import { TextDocuments, TextEdit, type Location, type Position, type Range } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { specificationOf } from '../specification-of.ts'
import { readChapter, readOneFile } from '../specification-file.ts'
import { Stop } from '../terminal/exit.ts'
import { today } from '../today.ts'

/** One file of a specification. Spans are those of the whole text. */
export class FileInText {
  readonly text: TextDocument
  private readonly span: Span
  private readonly index: number

  /** `index`: among the files of the specification. */
  constructor(text: TextDocument, span: Span, index: number) {
    this.text = text
    this.span = span
    this.index = index
  }

  get uri(): string {
    return this.text.uri
  }

  /** The text of this file in another version of the whole text. */
  textIn(whole: string): string {
    const span = chaptersOf(whole)[this.index]?.span ?? { start: 0, end: 0 }
    return whole.slice(span.start, span.end)
  }

  has({ start, end }: Span): boolean {
    return this.span.start <= start && end <= this.span.end
  }

  offsetAt(position: Position): number {
    return this.span.start + this.text.offsetAt(position)
  }

  positionAt(offset: number): Position {
    return this.text.positionAt(offset - this.span.start)
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) }
  }
}

/** A specification with the results of its check. */
export class OpenSpecification {
  readonly document: Document
  /** The main file first. */
  readonly files: readonly FileInText[]

  constructor(document: Document, files: readonly FileInText[]) {
    this.document = document
    this.files = files
  }

  fileAt({ start }: Span): FileInText {
    const found = this.files.find((file) => file.has({ start, end: start })) ?? this.files[0]
    if (found === undefined) throw new Error('Defect: a specification without a file.')
    return found
  }

  locationOf(span: Span): Location {
    const file = this.fileAt(span)
    return { uri: file.uri, range: file.rangeOf(span) }
  }

  /** Edits by file, as the protocol wants them. */
  changesOf(edits: readonly { readonly span: Span; readonly text: string }[]): Record<string, TextEdit[]> {
    const changes: Record<string, TextEdit[]> = {}
    for (const { span, text } of edits) {
      const { uri, range } = this.locationOf(span)
      changes[uri] = [...(changes[uri] ?? []), TextEdit.replace(range, text)]
    }
    return changes
  }
}

/** The open texts of an editor. */
export class OpenTexts {
  readonly texts = new TextDocuments(TextDocument)
  /** The path of the file that lists an open one as its chapter, as it was on disk; by the path of the open one. */
  private readonly mains = new Map<string, string>()
  /** The last specification by the URI of its main file: each text is compiled once. */
  private readonly known = new Map<string, OpenSpecification>()

  /** Looks for the specification that a file belongs to. */
  async opened(uri: string): Promise<void> {
    const path = pathOf(uri)
    if (path !== null) this.mains.set(path, await specificationOf(path))
  }

  forget(uri: string): void {
    this.known.delete(uri)
  }

  /** Null if the text was closed meanwhile. */
  async specification(uri: string): Promise<{ whole: OpenSpecification; file: FileInText } | null> {
    const main = this.mainOf(uri)
    const onDisk = await this.onDisk(main)
    // From here on nothing waits, so the answer belongs to the texts as they are now.
    const text = this.texts.get(uri)
    if (text === undefined) return null
    const made = this.made(main, onDisk) ?? new OpenSpecification(openDocument(text.getText(), today()), [alone(text)])
    const file = made.files.find((each) => each.uri === uri)
    if (file !== undefined) return { whole: made, file }
    // Its main file does not list it any more.
    return { whole: new OpenSpecification(openDocument(text.getText(), today()), [alone(text)]), file: alone(text) }
  }

  /** The URI of the main file: one of the open texts, or the one found on disk. */
  private mainOf(uri: string): string {
    const path = pathOf(uri)
    if (path === null) return uri
    const listing = this.texts.all().find((other) => listedIn(other).includes(path))
    if (listing !== undefined) return listing.uri
    const main = this.mains.get(path)
    const isOpen = main !== undefined && this.openAt(main) !== undefined
    // An open main file says itself what it lists.
    return main === undefined || main === path || isOpen ? uri : pathToFileURL(main).href
  }

  private openAt(path: string): TextDocument | undefined {
    return this.texts.all().find((text) => pathOf(text.uri) === path)
  }

  /** Files of a specification that are not open. */
  private async onDisk(main: string): Promise<ReadonlyMap<string, ChapterFile>> {
    const found = new Map<string, ChapterFile>()
    const path = pathOf(main)
    if (path === null) return found
    const open = this.texts.get(main)
    const text = open?.getText() ?? (await textOn(path))
    if (open === undefined) found.set('', { path: '', text })
    for (const chapter of listedChapters(text))
      if (this.openAt(join(dirname(path), chapter)) === undefined) found.set(chapter, await readChapter(path, chapter))
    return found
  }

  /** Null: the main file is not a file. */
  private made(main: string, onDisk: ReadonlyMap<string, ChapterFile>): OpenSpecification | null {
    const path = pathOf(main)
    if (path === null) return null
    const mainText = this.texts.get(main) ?? textFrom(main, onDisk.get('')?.text ?? '')
    const chapters = listedChapters(mainText.getText()).map((chapter): [ChapterFile, TextDocument] => {
      const own = join(dirname(path), chapter)
      const open = this.openAt(own)
      const read = onDisk.get(chapter)
      if (open !== undefined) return [{ path: chapter, text: open.getText() }, open]
      return [
        read ?? { path: chapter, text: '', unread: 'it is not read yet' },
        textFrom(pathToFileURL(own).href, read?.text ?? ''),
      ]
    })
    const text = bound(
      mainText.getText(),
      chapters.map(([chapter]) => chapter),
    )
    const texts = [mainText, ...chapters.map(([, document]) => document)]
    const known = this.known.get(main)
    const document = known?.document.text === text ? known.document : openDocument(text, today())
    const files = chaptersOf(text).flatMap(({ span }, index) => {
      const of = texts[index]
      return of === undefined ? [] : [new FileInText(of, span, index)]
    })
    const made = new OpenSpecification(document, files)
    this.known.set(main, made)
    return made
  }
}

function alone(text: TextDocument): FileInText {
  return new FileInText(text, { start: 0, end: text.getText().length }, 0)
}

/** Null: a text that is not saved in a file yet. */
function pathOf(uri: string): string | null {
  return uri.startsWith('file:') ? fileURLToPath(uri) : null
}

function listedIn(text: TextDocument): string[] {
  const path = pathOf(text.uri)
  return path === null ? [] : listedChapters(text.getText()).map((chapter) => join(dirname(path), chapter))
}

function textFrom(uri: string, text: string): TextDocument {
  return TextDocument.create(uri, 'markdown', 0, text)
}

async function textOn(path: string): Promise<string> {
  try {
    return (await readOneFile(path)).text.replace(BYTE_ORDER_MARK, '')
  } catch (error) {
    if (error instanceof Stop) return ''
    throw error
  }
}
