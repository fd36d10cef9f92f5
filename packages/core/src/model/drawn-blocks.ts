// What of a screen this version draws: the same answer for the browser, the server, and what the text is told.

import { visit } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import type { Block, FormBlock, RecordsBlock, Screen } from './screens.ts'

/** Lists and records, in the order of the text. Their places in this list are what their addresses are made of. */
export function drawnBlocks(screen: Screen): readonly RecordsBlock[] {
  return screen.blocks.filter(isRecordsBlock).filter((block) => block.kind === 'record' || !namesTheScreen(block.where))
}

function isRecordsBlock(block: Block): block is RecordsBlock {
  return block.kind === 'list' || block.kind === 'record'
}

/** A condition that asks for the address or for what is chosen is not yet given either: its list would show too much. */
export function namesTheScreen(where: Expression | null): boolean {
  let isFound = false
  if (where !== null)
    visit(where, (part) => {
      if (part.kind === 'variable' && /^(?:path|chosen)\./.test(part.name)) isFound = true
    })
  return isFound
}

/** Forms that are drawn as an action of the screen: empty ones, whose path is at hand. */
export function drawnForms(screen: Screen): readonly FormBlock[] {
  return screen.blocks.flatMap((block) => (block.kind === 'form' && isDrawnForm(screen, block) ? [block] : []))
}

export function isDrawnForm(screen: Screen, form: FormBlock): boolean {
  const isAtHand = form.with.length === 0 || screen.blocks.some(({ kind }) => kind === 'record')
  return isAtHand && form.filledFrom === null && form.steps === null
}

/** What can be done with a row goes with its list; what stands below a form or a count is done without one. */
export function blocksWithActions(screen: Screen): readonly Block[] {
  const drawn: readonly Block[] = drawnBlocks(screen)
  return screen.blocks.filter((block) => block.kind === 'form' || block.kind === 'count' || drawn.includes(block))
}
