// `ninefold words FILE --language de`: prints the missing rows of a translation as a table to fill in; with `--all`,
// every row.

import { everyWord, translationRows } from '@ninefold/core/contract/languages/languages.ts'
import { printRow } from '@ninefold/core/outline/print-row.ts'
import { modelOf } from '../../model-of.ts'
import { readNamedSpecification } from '../../specification-of.ts'
import { Stop } from '../../terminal/exit.ts'
import { counted } from '../../terminal/terminal.ts'

export interface WordsOptions {
  readonly language: string
  readonly all?: true
}

export async function words(file: string, { language, all }: WordsOptions): Promise<void> {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language))
    throw new Stop(`"${language}" is not a language tag. Write one such as de.`)
  const model = modelOf(await readNamedSpecification(file), 'translated')
  const rows = translationRows(model, language).filter(([, translation]) => all === true || translation === '')
  if (rows.length === 0) {
    const count = new Set(everyWord(model).map((word) => word.words)).size
    process.stdout.write(
      `${file}: ${counted(count, 'word or sentence', 'words and sentences')}, and all are translated.\n`,
    )
    return
  }
  const table = [['Words', 'Translation'], ['---', '---'], ...rows.map((row) => row.map(inCell))]
  process.stdout.write(`### Translation: ${language}\n\n${table.map(printRow).join('\n')}\n`)
}

/** A pipe would end the cell, so it is escaped. */
function inCell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')
}
